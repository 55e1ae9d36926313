import type { RouteOptions } from 'fastify'

import { AREA_CODES, MEMBER_CODES, type MemberCode, membersOf } from '#contract/areas.ts'
import {
  DATA_DAYS_PATH,
  DAY_STATES,
  type DataDaysAnswer,
  DataDaysAnswerSchema,
  type DataDaysQuery,
  DataDaysQuerySchema,
  type DataItem,
  type DayMark,
  type DayState,
  MAX_DATA_DAYS,
} from '#contract/data-days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { countDays } from '#contract/zone-time.ts'
import { basisOf } from '#server/answers/rows/basis.ts'
import type { AnswerJson } from '#server/answers/sending/answer-once.ts'
import { daysTouching, type LocalDay, tomorrowAt } from '#server/calendar/local-calendar.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { RequestError } from '#server/errors.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { call } from '#server/http/call.ts'
import { type JudgedDay, readJudgedDays } from '#server/quality/judged-days.ts'
import { readRevisedDays } from '#server/series/chunks/revised-days.ts'
import { readSourceChanges } from '#server/series/chunks/source-changes.ts'
import { dueUtc } from '#server/series/forecast-days.ts'
import { KNOWN_NOW } from '#server/series/known.ts'
import { byQuantity, QUANTITIES, type ByQuantity } from '#server/series/series.ts'
import { readVersionTimes } from '#server/series/store/forecast-version-table.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { feedName, type Source } from '#server/sources/source.ts'

import { readLateness } from './lateness.ts'

/** Default range, to tomorrow's forecasts. */
const SHOWN_DAYS = 60
/** A later load forecast misses the auction. */
const LATE_FORECAST_MS = 2 * HOUR_MS
/** Without a source, values are missing, never late. */
const WITHOUT_SOURCE: NonNullable<DataDaysParts['source']> = {
  name: 'none',
  credit: null,
  feeds: [],
  staleAfterMs: 0,
  revisedForMs: 0,
}
const DAYS_RULE = `from and to must be dates written yyyy-MM-dd, the first day and the one after the last, at most ${MAX_DATA_DAYS} days apart, or both be left out.`
const REFUSALS = {
  area: `area must be one of ${AREA_CODES.join(', ')}, or be left out.`,
  from: DAYS_RULE,
  to: DAYS_RULE,
}
/** Lateness depends on the time. */
const CACHED_MS = 5 * MINUTE_MS

export interface DataDaysParts {
  series: Pick<SeriesStore, 'read' | 'newest'>
  store: Pick<RunStore, 'days' | 'heads' | 'parts'>
  database: Database
  clock: Clock
  /** Null if the server does not read from a source. */
  source: Pick<Source, 'name' | 'credit' | 'feeds' | 'staleAfterMs' | 'revisedForMs' | 'notices'> | null
}

export function createDataDaysRoute(parts: DataDaysParts & { answerJson: AnswerJson }): RouteOptions {
  const { answerJson, clock } = parts
  return call(
    {
      method: 'GET',
      path: DATA_DAYS_PATH,
      who: 'reader',
      summary:
        'Days whose data are missing, late, suspicious, copied, revised, as last published or from another source, by area and item',
      parameters: DataDaysQuerySchema,
      answer: DataDaysAnswerSchema,
      refusals: REFUSALS,
      isQueued: true,
      hasTag: true,
    },
    async ({ parameters, request, reply }) =>
      answerJson(request, reply, {
        kind: DATA_DAYS_PATH,
        name: JSON.stringify([Math.floor(clock() / CACHED_MS), parameters]),
        isShared: true,
        make: () => composeDataDays(parts, parameters),
      }),
  )
}

/** Rejects with a `RequestError` for an invalid range. */
export async function composeDataDays(parts: DataDaysParts, query: DataDaysQuery): Promise<DataDaysAnswer> {
  return describeDataDays(parts, areasOf(query), daysOfQuery(query) ?? shownDays(parts.clock()))
}

export async function describeDataDays(
  parts: DataDaysParts,
  areas: readonly MemberCode[],
  days: readonly LocalDay[],
): Promise<DataDaysAnswer> {
  const nowUtc = parts.clock()
  const source = parts.source ?? WITHOUT_SOURCE
  const [fromDay, toDay] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  // Computed once for all areas: time zone lookups are slow.
  const due = byQuantity((quantity) => new Map(days.map(({ date }) => [date, dueUtc(quantity, date)])))
  const events = await readEvents(parts.database, areas, due, fromDay, toDay)
  const span = { fromUtc: days[0]?.fromUtc ?? 0, toUtc: days.at(-1)?.toUtc ?? 0 }
  const isPublished = await readPublished(parts, source, areas, span)
  const notices = [...(source.notices?.() ?? [])]
  const basis = await basisOf({ areas, kinds: ['actual', 'tso'], span, known: KNOWN_NOW }, parts)
  const lateness = await readLateness(parts, areas, nowUtc)
  const { judgedDays } = await readJudgedDays(parts.series, areas, span)
  const unpublished: DataDaysAnswer['unpublished'] = []
  const marks: DayMark[] = []
  for (const [area, ofArea] of judgedDays)
    for (const quantity of QUANTITIES)
      for (const item of [quantity, `${quantity} forecast`] as const) {
        const isForecast = item !== quantity
        const ofItem = ofArea[quantity]
        const isEmpty = ofItem.every((judged) => judged[isForecast ? 'forecastHours' : 'actualHours'] === 0)
        if (isEmpty && !isPublished(area, item)) {
          unpublished.push({ area, item })
          continue
        }
        const states = ofItem.map((judged) => [
          ...(isForecast
            ? forecastStates(judged, due[quantity].get(judged.day.date) ?? Infinity, source, nowUtc)
            : actualStates(judged, source, nowUtc)),
          ...(events.get(eventName(area, item, judged.day.date)) ?? []),
        ])
        for (const state of DAY_STATES) {
          const marked = days.filter((_, index) => states[index]?.includes(state)).map(({ date }) => date)
          if (marked.length > 0) marks.push({ area, item, state, days: marked })
        }
      }
  const answer = { fromDay, toDay, basis: areas.map((area) => ({ area, text: basis.get(area) ?? '' })) }
  return { ...answer, unpublished, notices, marks, ...lateness }
}

type Pace = Pick<Source, 'staleAfterMs' | 'revisedForMs'>

function actualStates({ day, actualHours, side }: JudgedDay, source: Pace, nowUtc: number): DayState[] {
  const dueMs = Math.min(day.toUtc, nowUtc - source.staleAfterMs) - day.fromUtc
  const suspicious: DayState[] = side === 0 ? [] : [side < 0 ? 'low' : 'high']
  return [...stateOfHours(day, actualHours, Math.floor(dueMs / HOUR_MS), source, nowUtc), ...suspicious]
}

function forecastStates(judged: JudgedDay, dueAtUtc: number, source: Pace, nowUtc: number): DayState[] {
  const { day, forecastHours, copy, isLastPublished } = judged
  const dueHours = nowUtc > dueAtUtc + LATE_FORECAST_MS ? (day.toUtc - day.fromUtc) / HOUR_MS : 0
  return [
    ...stateOfHours(day, forecastHours, dueHours, source, nowUtc),
    ...(copy === null ? [] : [copy]),
    ...(isLastPublished ? (['last-published'] as const) : []),
  ]
}

function stateOfHours(
  { toUtc }: LocalDay,
  hours: number,
  dueHours: number,
  { revisedForMs }: Pace,
  nowUtc: number,
): DayState[] {
  if (hours >= dueHours) return []
  if (toUtc > nowUtc - revisedForMs) return ['late']
  return [hours === 0 ? 'missing' : 'partial']
}

/** An item without values in the span counts if it has earlier ones, or the source failed to return some hours. */
async function readPublished(
  { database, series, clock }: DataDaysParts,
  source: NonNullable<DataDaysParts['source']>,
  areas: readonly MemberCode[],
  span: Span,
): Promise<(area: MemberCode, item: DataItem) => boolean> {
  const settled = { fromUtc: span.fromUtc, toUtc: Math.min(span.toUtc, clock() - source.revisedForMs) }
  const wanted = source.feeds
    .filter(({ area }) => settled.fromUtc < settled.toUtc && areas.includes(area))
    .map((feed) => ({ feed, span: settled }))
  const missing = await createReadState(database, source.name, feedName).missing(wanted, clock())
  // A gap at the beginning is not filled yet, a gap at the end is an outage; neither concerns a single item.
  const unread = missing.filter(
    ({ span: { fromUtc, toUtc } }) =>
      (fromUtc > settled.fromUtc && toUtc < settled.toUtc) ||
      toUtc - fromUtc === settled.toUtc - settled.fromUtc,
  )
  const unreadItems = new Set(
    unread.flatMap(({ feed: { area, kind, quantities } }) =>
      quantities.map((quantity) => `${area} ${quantity}${kind === 'actual' ? '' : ' forecast'}`),
    ),
  )
  const newest = await series.newest('actual')
  return (area, item) =>
    unreadItems.has(`${area} ${item}`) ||
    newest.some(
      (value) =>
        value.area === area &&
        value.quantity === item &&
        value.endsAtUtc <= span.fromUtc &&
        value.endsAtUtc > span.toUtc - SHOWN_DAYS * DAY_MS,
    )
}

const areasOf = ({ area }: DataDaysQuery) => (area === undefined ? MEMBER_CODES : membersOf(area))

function shownDays(nowUtc: number): LocalDay[] {
  const tomorrow = tomorrowAt(nowUtc, MARKET_ZONE)
  return daysTouching({ fromUtc: nowUtc - SHOWN_DAYS * DAY_MS, toUtc: tomorrow.toUtc }, MARKET_ZONE)
}

/** Null without a range. Throws a `RequestError` 400. */
function daysOfQuery({ from, to }: DataDaysQuery): LocalDay[] | null {
  if (from === undefined && to === undefined) return null
  // Noon is on the same day in every zone of the market.
  const [fromUtc, toUtc] = [Date.parse(`${from}T12:00Z`), Date.parse(`${to}T12:00Z`)]
  if (!(fromUtc < toUtc) || countDays(from ?? '', to ?? '') - 1 > MAX_DATA_DAYS)
    throw new RequestError(400, DAYS_RULE)
  return daysTouching({ fromUtc, toUtc: toUtc - DAY_MS + 1 }, MARKET_ZONE)
}

const eventName = (area: string, item: string, day: string) => `${area} ${item} ${day}`

/** States that the values do not show (late, revised, from another source), by `eventName`. */
async function readEvents(
  database: Database,
  areas: readonly MemberCode[],
  dueOf: ByQuantity<ReadonlyMap<string, number>>,
  fromDay: string,
  toDay: string,
) {
  const states = new Map<string, DayState[]>()
  const add = (name: string, ...more: readonly DayState[]) =>
    states.set(name, [...(states.get(name) ?? []), ...more])
  for (const { area, quantity, kind, day } of await readSourceChanges(database, areas, fromDay, toDay))
    add(eventName(area, kind === 'actual' ? quantity : `${quantity} forecast`, day), 'other-source')
  for (const { area, quantity, day } of await readRevisedDays(database, areas, fromDay, toDay))
    add(eventName(area, quantity, day), 'revised')
  const versions = await readVersionTimes(database, areas, fromDay, toDay)
  for (const { area, quantity, day, fetchedUtc, watchedSinceUtc } of versions) {
    if (quantity === 'wind_offshore') continue
    const due = dueOf[quantity].get(day) ?? Infinity
    // A forecast due before the very first fetch was read late, whenever it was published.
    const isLate = watchedSinceUtc < due && (fetchedUtc[0] ?? 0) > due + LATE_FORECAST_MS
    // The first version after the due time is the reference.
    const isRevised = fetchedUtc.filter((utc) => utc >= due).length > 1
    const name = eventName(area, `${quantity} forecast`, day)
    add(name, ...(isLate ? (['late'] as const) : []), ...(isRevised ? (['revised'] as const) : []))
  }
  return states
}
