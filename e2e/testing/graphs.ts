import type { Page, Request, Route } from '@playwright/test'

import { type Query, QUERY_PATH } from '#contract/query.ts'
import { SERIES_PATH, SeriesAnswerSchema } from '#contract/series.ts'
import type { Status } from '#contract/status.ts'

import { instantOf } from './days.ts'
import { ask, expect, SOON } from './test.ts'

/** The specified query, with or without extras. */
export const QUERY = new RegExp(String.raw`${QUERY_PATH}(\?|$)`)
export const HOUR_MS = 3_600_000
const MAX_HOURS = 24 * 9

export const STATUS: Status = {
  nowUtc: null,
  source: 'Energy-Charts',
  isDemo: false,
  credit: null,
  licence: null,
  newestActualUtc: null,
  newestRun: null,
  firstRunUtc: null,
  isStale: false,
  span: null,
  uncoveredAreas: [],
  backfill: null,
  replays: null,
  outage: null,
  weatherProblem: null,
  rewrittenUploads: [],
}

export function isQuery(request: Request): boolean {
  return QUERY.test(request.url())
}

export function queriesOf(page: Page): Request[] {
  const requests: Request[] = []
  page.on('request', (request) => {
    if (isQuery(request)) requests.push(request)
  })
  return requests
}

export function asked(request: Request | undefined): Query {
  return request?.postDataJSON()
}

/** One value per hour of the requested span, at most nine days: 1,000 MW, 1,001 MW and so on. */
export async function answerHours(route: Route): Promise<void> {
  const { time } = asked(route.request())
  const [from, to] = [instantOf(time[0]), instantOf(time[1])]
  const hours = Math.min(Math.ceil((to - from) / HOUR_MS), MAX_HOURS)
  await route.fulfill({ json: { Actual: hoursFrom(from, hours, (hour) => 1000 + hour) } })
}

/** Hourly values from an instant. */
export function hoursFrom(
  startMs: number,
  hours: number,
  valueOf: (hour: number) => number | null,
): { data: Record<string, number | null> } {
  const stamps = Array.from({ length: hours }, (_, hour) => new Date(startMs + hour * HOUR_MS).toISOString())
  return { data: Object.fromEntries(stamps.map((stamp, hour) => [stamp, valueOf(hour)])) }
}

/** The rows of `/api/v1/series` for the user of a page. */
export const apiRows = (page: Page, parameters: Record<string, string>) =>
  ask(page, SERIES_PATH, SeriesAnswerSchema, { format: 'json', ...parameters })

/** For each area the actual values, then the final forecast, like a card of several areas. Waits for the forecast. */
export async function joinedValues(
  page: Page,
  areas: readonly string[],
  parameters: Record<string, string>,
): Promise<(number | null)[][]> {
  const read = async (kind: string) => {
    const rows = await apiRows(page, { ...parameters, area: areas.join(','), kind })
    return areas.map((area) => rows.filter((row) => row.area === area).map((row) => row.power_mw))
  }
  const lastForecasts = async () => (await read('final')).map((values) => values.at(-1) ?? null)
  await expect.poll(lastForecasts, SOON).not.toContain(null)
  const [actual, final] = [await read('actual'), await read('final')]
  return final.map((forecast, index) => {
    const measured = actual[index] ?? []
    const last = measured.findLastIndex((value) => value !== null)
    return forecast.map((value, hour) => (hour > last ? value : (measured[hour] ?? null)))
  })
}

/** A value as a table formats it, with the text that follows in its cell. */
export function inTable(value: number | null | undefined, after = ''): RegExp {
  const text = value?.toLocaleString('en-US').replace('-', '−') ?? '–'
  return new RegExp(
    `^${text.replace('.', String.raw`\.`)}${text.includes('.') ? '0*' : String.raw`(\.0+)?`}${after}$`,
  )
}

export const written = (value: number | null | undefined) =>
  value === null || value === undefined
    ? '–'
    : value.toLocaleString('en-US', { minimumFractionDigits: 2 }).replace('-', '−')
