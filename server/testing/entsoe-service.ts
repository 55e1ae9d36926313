import type { ServerResponse } from 'node:http'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { SeriesBlock, Quantity, StoredQuantity } from '#server/series/series.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { EIC_BY_AREA } from '#server/sources/entsoe/areas.ts'
import type { Feed } from '#server/sources/source.ts'

import { acknowledgementXml, documentXml, type TestPeriod, type TestSeries } from './entsoe-documents.ts'
import { createEntsoeLibrary, type EntsoeLibrary, OFFSHORE_AREAS, OFFSHORE_SHARE } from './entsoe-library.ts'
import { startTestServer, type TestServer } from './source-server.ts'

/** The shapes that outages of the platform have had, and what a slow or broken network makes of an answer. */
export type Outage = 'maintenance page' | 'not found' | 'refuses everything' | 'silence'

/**
 * Something about the values of an area in a span: `factor` times the values, or none at all (null), for as long as the clock is
 * between two moments. A gap that is filled later is null *until*, a revision a factor *from*, a withdrawal null *from*, a
 * zone that lacks one of its TSOs a factor below one.
 */
export interface Deviation {
  area: MemberCode
  kind: 'actual' | 'tso'
  quantities: readonly StoredQuantity[]
  span: Span
  factor: number | null
  fromUtc?: number
  untilUtc?: number
}

export interface EntsoeService extends TestServer {
  token: string
  outage: Outage | null
  deviations: Deviation[]
  tooLong: number
  library: EntsoeLibrary
}

/** The settings with which the product uses the service, the File Library too. */
export const settingsOf = ({ url, token, library }: EntsoeService) => ({
  SOURCE: 'entsoe',
  ENTSOE_URL: url,
  ENTSOE_TOKEN: token,
  ENTSOE_FILES_URL: library.url,
  ENTSOE_SIGN_IN_URL: library.signInUrl,
  ENTSOE_USERNAME: library.username,
  ENTSOE_PASSWORD: library.password,
})

/** Since September 2026, refused with these words: entsoe-py issues 546 and 547. */
const LIMIT_WORDS = "is larger than maximum allowed period 'P1M'"
/** 400 requests a minute of one token are answered by a ban of ten minutes. The real service may name a time in `Retry-After`, which is not known; this one does not. */
const MAX_REQUESTS_PER_MINUTE = 400
const BAN_MS = 10 * MINUTE_MS
/** Actual values come an hour late, load forecasts by 9:20 UTC of the day before, forecasts of wind and sun by 16:30 UTC. */
const ACTUAL_DELAY_MS = HOUR_MS
const LOAD_FORECAST_DUE_MS = 9 * HOUR_MS + 20 * MINUTE_MS
const RENEWABLE_FORECAST_DUE_MS = 16 * HOUR_MS + 30 * MINUTE_MS

interface Question {
  item: 'A65' | 'A69' | 'A75'
  kind: 'actual' | 'tso'
  area: MemberCode | null
  span: Span
}

/**
 * The ENTSO-E Transparency Platform as it was in autumn 2026, with the values of the demo, so that any days of any year can be asked
 * for. It is as strict as the real one, and its clock is the caller's.
 */
export async function startEntsoeService(clock: Clock): Promise<EntsoeService> {
  const demo = createDemoSource({ clock })
  const asked: number[] = []
  let bannedUntil = 0

  async function answer(url: URL, response: ServerResponse): Promise<void> {
    const now = clock()
    if (now < bannedUntil || isTooMany(now)) {
      bannedUntil = Math.max(bannedUntil, now + BAN_MS)
      response.writeHead(429, { 'content-type': 'text/plain' })
      response.end('Max allowed requests per minute from each unique token is max up to 400 only')
      return
    }
    if (service.outage !== null) return answerOutage(service.outage, response)
    if (url.searchParams.get('securityToken') !== service.token) {
      response.writeHead(401, { 'content-type': 'text/xml' }).end(acknowledgementXml('Unauthorized.'))
      return
    }
    const question = readQuestion(url)
    if (question === null) return refuse(response, 'Input parameter does not exist')
    if (question.span.toUtc > monthAfter(question.span.fromUtc)) {
      service.tooLong += 1
      const [from, to] = [question.span.fromUtc, question.span.toUtc].map(
        (utc) => `${new Date(utc).toISOString().slice(0, 19)}Z`,
      )
      return refuse(
        response,
        `Provided time interval (${from} - ${to}) ${LIMIT_WORDS} for '${question.item}:XML' export.`,
      )
    }
    const series = question.area === null ? [] : await seriesOf(question, question.area, now)
    const xml =
      series.length === 0
        ? acknowledgementXml(`No matching data found for Data item ${question.item}`)
        : documentXml({
            documentType: question.item,
            processType: question.kind === 'actual' ? 'A16' : 'A01',
            series,
          })
    response.writeHead(200, { 'content-type': 'text/xml' }).end(xml)
  }

  function isTooMany(now: number): boolean {
    asked.push(now)
    while ((asked[0] ?? now) < now - MINUTE_MS) asked.shift()
    return asked.length >= MAX_REQUESTS_PER_MINUTE
  }

  async function published({ area, kind, quantities }: Feed, span: Span, now: number) {
    const isLoad = quantities.includes('load')
    const toUtc = Math.min(span.toUtc, publishedUntil(isLoad, kind, now))
    const feed = { area, kind, quantities }
    const { blocks } = await demo.fetch(feed, { fromUtc: span.fromUtc, toUtc }, new AbortController().signal)
    return blocks.map((block) => {
      const powerMw = block.powerMw.map((value, slot) =>
        deviating(block, block.startsAtUtc + slot * block.stepMinutes * MINUTE_MS, value, now),
      )
      return { block: { ...block, powerMw }, updatedUtc: (utc: number) => updatedUtc(block, utc, now) }
    })
  }

  async function seriesOf({ item, kind, span }: Question, area: MemberCode, now: number) {
    const quantities: readonly Quantity[] = item === 'A65' ? ['load'] : ['solar', 'wind']
    const given = await published({ area, kind, quantities }, span, now)
    const values = (quantity: Quantity, share = 1) =>
      given.flatMap(({ block }) => (block.quantity === quantity ? periodsOf(block, share) : []))
    const eic = EIC_BY_AREA[area]
    if (item === 'A65') return withPeriods([{ direction: 'out', eic, periods: values('load') }])
    const generation = (psrType: string, periods: TestPeriod[]): TestSeries => ({
      direction: 'in',
      eic,
      psrType,
      businessType: 'A01',
      periods,
    })
    const isOffshore = OFFSHORE_AREAS.has(area)
    const plants = [
      generation('B16', values('solar')),
      generation('B19', values('wind', isOffshore ? 1 - OFFSHORE_SHARE : 1)),
      ...(isOffshore ? [generation('B18', values('wind', OFFSHORE_SHARE))] : []),
    ]
    // The consumption of plants comes first in documents of Germany.
    const consumed = plants.slice(0, item === 'A75' ? 1 : 0).map((series): TestSeries => ({
      ...series,
      direction: 'out',
      periods: series.periods.map((period) => ({ ...period, points: [[1, 0]] })),
    }))
    return withPeriods([...consumed, ...plants])
  }

  function* deviationsOf(block: SeriesBlock, utc: number, now: number): Generator<Deviation> {
    for (const deviation of service.deviations) {
      const { area, kind, quantities, span, fromUtc = -Infinity, untilUtc = Infinity } = deviation
      const isMeant = area === block.area && kind === block.kind && quantities.includes(block.quantity)
      if (isMeant && utc >= span.fromUtc && utc < span.toUtc && now >= fromUtc && now < untilUtc)
        yield deviation
    }
  }

  function deviating(block: SeriesBlock, utc: number, powerMw: number, now: number): number {
    let value = powerMw
    for (const { factor } of deviationsOf(block, utc, now)) value *= factor ?? NaN
    return value
  }

  /** A value is published an hour late, a forecast on the day before; after that it changes with what becomes wrong with it. */
  function updatedUtc(block: SeriesBlock, utc: number, now: number): number {
    const publishedUtc = block.kind === 'actual' ? utc + ACTUAL_DELAY_MS : utc - DAY_MS
    const changes = [...deviationsOf(block, utc, now)].map(({ fromUtc = 0 }) => fromUtc)
    return Math.max(publishedUtc, ...changes)
  }

  const server = await startTestServer((url, response, request) => {
    response.setHeader('date', new Date(clock()).toUTCString())
    if (url.pathname === '/api') void answer(url, response)
    else void files.answer(url.pathname, request, response)
  })
  const files = createEntsoeLibrary({ clock, origin: new URL(server.url).origin, published })
  const { library } = files
  const service: EntsoeService = Object.assign(server, {
    token: 'token',
    outage: null,
    deviations: [],
    tooLong: 0,
    library,
  })
  return service
}

function answerOutage(outage: Outage, response: ServerResponse): void {
  switch (outage) {
    case 'maintenance page':
      // 30 August 2026 and later: JaccoR/hass-entso-e issue 321.
      response.writeHead(503, { 'content-type': 'text/html' })
      response.end(
        '<html><h1>Service Temporarily Unavailable</h1>Scheduled maintenance is currently underway.</html>',
      )
      return
    case 'not found':
      // 8 September 2026: EnergieID/entsoe-py issue 548.
      response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n')
      return
    case 'refuses everything':
      return refuse(response, 'Unexpected error occurred.')
    case 'silence':
  }
}

function refuse(response: ServerResponse, text: string): void {
  response.writeHead(400, { 'content-type': 'text/xml' }).end(acknowledgementXml(text))
}

function readQuestion({ searchParams }: URL): Question | null {
  const documentType = searchParams.get('documentType')
  const processType = searchParams.get('processType')
  const eic = searchParams.get(documentType === 'A65' ? 'outBiddingZone_Domain' : 'in_Domain')
  const span = {
    fromUtc: instantOf(searchParams.get('periodStart')),
    toUtc: instantOf(searchParams.get('periodEnd')),
  }
  const item = (['A65', 'A69', 'A75'] as const).find((name) => name === documentType)
  if (item === undefined || eic === null || Number.isNaN(span.fromUtc) || Number.isNaN(span.toUtc))
    return null
  if (processType !== 'A01' && processType !== 'A16') return null
  const area = MEMBER_CODES.find((code) => EIC_BY_AREA[code] === eic) ?? null
  return { item, kind: processType === 'A16' ? 'actual' : 'tso', area, span }
}

/** Reads `yyyyMMddHHmm`; NaN if it is something else. */
function instantOf(text: string | null): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text ?? '') ?? []
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** One calendar month later in UTC. Which rule the platform follows for months of other lengths is not known. */
function monthAfter(utc: number): number {
  const date = new Date(utc)
  return date.setUTCMonth(date.getUTCMonth() + 1)
}

function publishedUntil(isLoad: boolean, kind: Question['kind'], now: number): number {
  if (kind === 'actual') return Math.floor((now - ACTUAL_DELAY_MS) / HOUR_MS) * HOUR_MS
  const dueMs = isLoad ? LOAD_FORECAST_DUE_MS : RENEWABLE_FORECAST_DUE_MS
  // A day of the market ends an hour or two before midnight in UTC; the later end is taken.
  return (Math.floor((now - dueMs) / DAY_MS) + 2) * DAY_MS - HOUR_MS
}

function withPeriods(series: readonly TestSeries[]): TestSeries[] {
  return series.filter(({ periods }) => periods.length > 0)
}

/** The periods without gaps of a block, as variable sized blocks: a value that repeats the one before is left out. */
function periodsOf(block: SeriesBlock, share: number): TestPeriod[] {
  const stepMs = block.stepMinutes * MINUTE_MS
  const periods: (TestPeriod & { points: [number, number][] })[] = []
  let last: number | null = null
  block.powerMw.forEach((powerMw, index) => {
    const utc = block.startsAtUtc + index * stepMs
    const rounded = Number.isNaN(powerMw) ? null : Math.round(powerMw * share * 100) / 100
    if (rounded !== null) {
      if (last === null)
        periods.push({ start: minuteOf(utc), end: '', resolution: `PT${block.stepMinutes}M`, points: [] })
      const period = periods.at(-1)
      if (period !== undefined) {
        const position = 1 + (utc - Date.parse(period.start)) / stepMs
        if (rounded !== last) period.points.push([position, rounded])
        period.end = minuteOf(utc + stepMs)
      }
    }
    last = rounded
  })
  return periods
}

/** `yyyy-MM-ddTHH:mmZ` */
function minuteOf(utc: number): string {
  return `${new Date(utc).toISOString().slice(0, 16)}Z`
}
