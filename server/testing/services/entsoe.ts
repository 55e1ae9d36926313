import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

import { z } from 'zod'

import { areaLabel, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { monthOf, type Month } from '#server/calendar/month.ts'
import type { Clock } from '#server/clock.ts'
import type { SeriesBlock, StoredQuantity } from '#server/series/series.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { EIC_BY_AREA } from '#server/sources/entsoe/areas.ts'
import { LIBRARY_ITEMS, type LibraryItem } from '#server/sources/entsoe/file-library.ts'
import type { Feed } from '#server/sources/source.ts'
import { startTestServer, type TestServer } from '#server/testing/source-server.ts'
import { zipOf } from '#server/testing/zip.ts'

import { acknowledgementXml, documentXml, type TestPeriod, type TestSeries } from './entsoe-documents.ts'

/** The shapes that outages of the platform have had, and silence. */
export type Outage = 'maintenance page' | 'not found' | 'refuses everything' | 'silence'

/**
 * `factor` times the values of an area in a span, or none (null), while the clock is between two moments. A gap that is filled
 * later is null *until*, a revision a factor *from*, a withdrawal null *from*.
 */
export interface Deviation {
  area: MemberCode
  kind: Feed['kind']
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
  /** Requests that were refused because their span was too long. */
  tooLong: number
  library: EntsoeLibrary
}

export interface EntsoeLibrary {
  url: string
  signInUrl: string
  username: string
  password: string
  isPasswordExpired: boolean
  isDown: boolean
  isCut: boolean
  /** The bytes that its tokens and its lists have. */
  leastBytes: number
  version: 'r3' | 'r3.1'
  areas: readonly MemberCode[]
  /** The files also hold other areas and plants, for the size of the real ones. */
  isFullSize: boolean
  signIns: number
  /** The token that was given last is refused before its time. */
  isTokenRevoked: boolean
  /** Makes the files of months that are asked for later. They stay in memory. */
  prepare(months: readonly Span[]): Promise<void>
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

/**
 * The ENTSO-E Transparency Platform and its File Library as they were in autumn 2026, with the values of the demo, so that any days
 * of any year can be asked for. It is as strict as the real one, and its clock is the caller's.
 */
export async function startEntsoeService(clock: Clock): Promise<EntsoeService> {
  const deviations: Deviation[] = []
  const published = createPublished(clock, deviations)
  const server = await startTestServer((url, response, request) => {
    response.setHeader('date', new Date(clock()).toUTCString())
    if (url.pathname === '/api') void answer(url, response)
    else void files.answer(url.pathname, request, response)
  })
  const files = createLibrary(clock, new URL(server.url).origin, published)
  const { library } = files
  const service: EntsoeService = Object.assign(server, {
    token: 'token',
    outage: null,
    deviations,
    tooLong: 0,
    library,
  })
  const answer = createApi(clock, service, published)
  return service
}

/** True for more requests within a minute than `most`. */
function createLimit(clock: Clock, most: number): () => boolean {
  const asked: number[] = []
  return () => {
    const now = clock()
    asked.push(now)
    while ((asked[0] ?? now) < now - MINUTE_MS) asked.shift()
    return asked.length > most
  }
}

// What is published

/** Actual values come an hour late, load forecasts by 9:20 UTC of the day before, forecasts of wind and sun by 16:30 UTC. */
const ACTUAL_DELAY_MS = HOUR_MS
const LOAD_FORECAST_DUE_MS = 9 * HOUR_MS + 20 * MINUTE_MS
const RENEWABLE_FORECAST_DUE_MS = 16 * HOUR_MS + 30 * MINUTE_MS

function publishedUntil({ quantities, kind }: Feed, now: number): number {
  if (kind === 'actual') return Math.floor((now - ACTUAL_DELAY_MS) / HOUR_MS) * HOUR_MS
  const dueMs = quantities.includes('load') ? LOAD_FORECAST_DUE_MS : RENEWABLE_FORECAST_DUE_MS
  // A day of the market ends an hour or two before midnight in UTC; the later end is taken.
  return (Math.floor((now - dueMs) / DAY_MS) + 2) * DAY_MS - HOUR_MS
}

/** The blocks that are published by a time, with their deviations and the time of the last change of each value. */
type Published = (
  feed: Feed,
  span: Span,
  nowUtc: number,
) => Promise<{ block: SeriesBlock; updatedUtc: (utc: number) => number }[]>

function createPublished(clock: Clock, deviations: readonly Deviation[]): Published {
  const demo = createDemoSource({ clock })

  const deviationsOf = (block: SeriesBlock, utc: number, now: number) =>
    deviations.filter(
      ({ area, kind, quantities, span, fromUtc = -Infinity, untilUtc = Infinity }) =>
        area === block.area &&
        kind === block.kind &&
        quantities.includes(block.quantity) &&
        utc >= span.fromUtc &&
        utc < span.toUtc &&
        now >= fromUtc &&
        now < untilUtc,
    )

  return async (feed, { fromUtc, toUtc }, now) => {
    const span = { fromUtc, toUtc: Math.min(toUtc, publishedUntil(feed, now)) }
    const { blocks } = await demo.fetch(feed, span, new AbortController().signal)
    return blocks.map((block) => {
      const utcOf = (slot: number) => block.startsAtUtc + slot * block.stepMinutes * MINUTE_MS
      const deviating = (powerMw: number, slot: number) =>
        deviationsOf(block, utcOf(slot), now).reduce((mw, { factor }) => mw * (factor ?? NaN), powerMw)
      return {
        block: { ...block, powerMw: block.powerMw.map(deviating) },
        updatedUtc: (utc) =>
          Math.max(
            block.kind === 'actual' ? utc + ACTUAL_DELAY_MS : utc - DAY_MS,
            ...deviationsOf(block, utc, now).map((deviation) => deviation.fromUtc ?? 0),
          ),
      }
    })
  }
}

const OFFSHORE_SHARE = 0.2
const OFFSHORE_AREAS: ReadonlySet<MemberCode> = new Set(['DE', 'FR', 'NL', 'BE', 'PL'])

/** The plant types of a quantity by their names in documents and in files, with their shares; null for load. */
function plantsOf(area: MemberCode, quantity: StoredQuantity) {
  if (quantity === 'load') return [{ psrType: null, name: null, share: 1 }]
  if (quantity === 'solar') return [{ psrType: 'B16', name: 'Solar', share: 1 }]
  const offshore = OFFSHORE_AREAS.has(area) ? OFFSHORE_SHARE : 0
  return [
    { psrType: 'B19', name: 'Wind Onshore', share: 1 - offshore },
    { psrType: 'B18', name: 'Wind Offshore', share: offshore },
  ].filter(({ share }) => share > 0)
}

// The API

/** Since September 2026, refused with these words: entsoe-py issues 546 and 547. */
const LIMIT_WORDS = "is larger than maximum allowed period 'P1M'"
/** 400 requests a minute of one token are answered by a ban of ten minutes. The real service may name a time in `Retry-After`, which is not known; this one does not. */
const MAX_API_REQUESTS_PER_MINUTE = 399
const BAN_MS = 10 * MINUTE_MS

function createApi(clock: Clock, service: EntsoeService, published: Published) {
  const isTooMany = createLimit(clock, MAX_API_REQUESTS_PER_MINUTE)
  let bannedUntil = 0

  return async (url: URL, response: ServerResponse): Promise<void> => {
    const now = clock()
    if (now < bannedUntil || isTooMany()) {
      bannedUntil = Math.max(bannedUntil, now + BAN_MS)
      const words = 'Max allowed requests per minute from each unique token is max up to 400 only'
      return send(response, 429, words, 'text/plain')
    }
    if (service.outage !== null) return answerOutage(service.outage, response)
    if (url.searchParams.get('securityToken') !== service.token)
      return send(response, 401, acknowledgementXml('Unauthorized.'), 'text/xml')
    const question = readQuestion(url)
    if (question === null) return refuse(response, 'Input parameter does not exist')
    const { item, kind, area, span } = question
    if (span.toUtc > monthAfter(span.fromUtc)) {
      service.tooLong += 1
      const [from, to] = [span.fromUtc, span.toUtc].map(
        (utc) => `${new Date(utc).toISOString().slice(0, 19)}Z`,
      )
      const words = `Provided time interval (${from} - ${to}) ${LIMIT_WORDS} for '${item}:XML' export.`
      return refuse(response, words)
    }
    const quantities = item === 'A65' ? (['load'] as const) : (['solar', 'wind'] as const)
    const given = area === null ? [] : await published({ area, kind, quantities }, span, now)
    const series = seriesOf(
      item,
      given.map(({ block }) => block),
    )
    const processType = kind === 'actual' ? 'A16' : 'A01'
    const xml =
      series.length === 0
        ? acknowledgementXml(`No matching data found for Data item ${item}`)
        : documentXml({ documentType: item, processType, series })
    send(response, 200, xml, 'text/xml')
  }
}

function seriesOf(item: string, blocks: readonly SeriesBlock[]): TestSeries[] {
  const series = blocks.flatMap((block) =>
    plantsOf(block.area, block.quantity).map(({ psrType, share }): TestSeries => {
      const common = { eic: EIC_BY_AREA[block.area], periods: periodsOf(block, share) }
      if (psrType === null) return { ...common, direction: 'out' }
      return { ...common, direction: 'in', psrType, businessType: 'A01' }
    }),
  )
  const filled = series.filter(({ periods }) => periods.length > 0)
  // The consumption of plants comes first in documents of Germany.
  const consumed = filled.slice(0, item === 'A75' ? 1 : 0).map((one): TestSeries => ({
    ...one,
    direction: 'out',
    periods: one.periods.map((period) => ({ ...period, points: [[1, 0]] })),
  }))
  return [...consumed, ...filled]
}

/** The periods without gaps of a block, as variable sized blocks: a value that repeats the one before is left out. */
function periodsOf(block: SeriesBlock, share: number): TestPeriod[] {
  const stepMs = block.stepMinutes * MINUTE_MS
  const periods: (TestPeriod & { points: [number, number][] })[] = []
  let last: number | null = null
  block.powerMw.forEach((powerMw, index) => {
    const utc = block.startsAtUtc + index * stepMs
    const rounded = Number.isNaN(powerMw) ? null : Math.round(powerMw * share * 100) / 100
    if (rounded !== null && last === null)
      periods.push({ start: minuteOf(utc), end: '', resolution: `PT${block.stepMinutes}M`, points: [] })
    const period = periods.at(-1)
    if (rounded !== null && period !== undefined) {
      const position = 1 + (utc - Date.parse(period.start)) / stepMs
      if (rounded !== last) period.points.push([position, rounded])
      period.end = minuteOf(utc + stepMs)
    }
    last = rounded
  })
  return periods
}

function answerOutage(outage: Outage, response: ServerResponse): void {
  // 30 August 2026 and later: JaccoR/hass-entso-e issue 321.
  if (outage === 'maintenance page')
    send(
      response,
      503,
      '<html><h1>Service Temporarily Unavailable</h1>Scheduled maintenance is currently underway.</html>',
      'text/html',
    )
  // 8 September 2026: EnergieID/entsoe-py issue 548.
  if (outage === 'not found') send(response, 404, '404 page not found\n', 'text/plain')
  if (outage === 'refuses everything') refuse(response, 'Unexpected error occurred.')
}

function refuse(response: ServerResponse, text: string): void {
  send(response, 400, acknowledgementXml(text), 'text/xml')
}

function readQuestion({ searchParams }: URL) {
  const documentType = searchParams.get('documentType')
  const processType = searchParams.get('processType')
  const eic = searchParams.get(documentType === 'A65' ? 'outBiddingZone_Domain' : 'in_Domain')
  const fromUtc = instantOf(searchParams.get('periodStart'))
  const toUtc = instantOf(searchParams.get('periodEnd'))
  const item = (['A65', 'A69', 'A75'] as const).find((name) => name === documentType)
  const kind = processType === 'A16' ? 'actual' : processType === 'A01' ? 'tso' : null
  if (item === undefined || eic === null || kind === null || Number.isNaN(fromUtc + toUtc)) return null
  const area = MEMBER_CODES.find((code) => EIC_BY_AREA[code] === eic) ?? null
  return { item, kind, area, span: { fromUtc, toUtc } } as const
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

/** `yyyy-MM-ddTHH:mmZ` */
function minuteOf(utc: number): string {
  return `${new Date(utc).toISOString().slice(0, 16)}Z`
}

// The File Library

/** Its limit is 100 requests a minute of a login. A token lasts a quarter of an hour. */
const MAX_LIBRARY_REQUESTS_PER_MINUTE = 100
const TOKEN_S = 900
/** Files are written once an hour, a quarter before the full hour, and for some weeks after their month. */
const WRITTEN_AT_MS = 45 * MINUTE_MS
const WRITTEN_FOR_MS = 35 * DAY_MS
const LISTED_MONTHS = 30
const LINE_END = '\r\n'
const BOM = '\uFEFF'
const COMMON_COLUMNS = 'DateTime(UTC)\tResolutionCode\tAreaCode\tAreaDisplayName\tAreaTypeCode\tAreaMapCode'
/** Other areas and plant types that make a file of each item as large as those of 2026: 13, 13, 147 and 34 MB. */
const FILLING: Readonly<Record<string, { areas: number; types: number }>> = {
  'ActualTotalLoad_6.1.A': { areas: 28, types: 1 },
  'DayAheadTotalLoadForecast_6.1.B': { areas: 28, types: 1 },
  'AggregatedGenerationPerType_16.1.B_C': { areas: 33, types: 12 },
  'GenerationForecastsForWindAndSolar_14.1.D': { areas: 24, types: 2 },
}

const ListSchema = z.object({ path: z.string() })
const DownloadSchema = z.object({
  folder: z.string(),
  filename: z.string(),
  downloadAsZip: z.boolean().optional(),
})

/** How it says no is not known but for the 429; nor are the order of the lines and whether a file begins with a BOM. */
function createLibrary(clock: Clock, origin: string, published: Published) {
  const kept = new Map<string, Promise<Buffer>>()
  const isTooMany = createLimit(clock, MAX_LIBRARY_REQUESTS_PER_MINUTE)
  const library: EntsoeLibrary = {
    url: `${origin}/`,
    signInUrl: `${origin}/realms/tp/protocol/openid-connect/token`,
    username: 'someone@example.org',
    password: 'secret of the library',
    isPasswordExpired: false,
    isDown: false,
    isCut: false,
    leastBytes: 0,
    version: 'r3',
    areas: MEMBER_CODES,
    isFullSize: false,
    signIns: 0,
    isTokenRevoked: false,
    async prepare(months) {
      for (const item of LIBRARY_ITEMS) for (const month of months) await fileOf(item, monthOf(month.fromUtc))
    },
  }

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    if (library.isDown)
      return send(response, 503, '<html>Service Temporarily Unavailable</html>', 'text/html')
    if (path.endsWith('/token')) return signIn(new URLSearchParams(body), response)
    if (isTooMany())
      return send(response, 429, 'Max allowed requests per minute (100) exceeded.', 'text/plain')
    const [, until] = /^Bearer token-until-(\d+)$/.exec(request.headers.authorization ?? '') ?? []
    if (until === undefined || clock() >= Number(until) || library.isTokenRevoked)
      return send(response, 401, '')
    if (path === '/listFolder') return list(ListSchema.parse(JSON.parse(body)).path, response)
    if (path === '/downloadFileContent') return download(DownloadSchema.parse(JSON.parse(body)), response)
    return send(response, 400, '{}')
  }

  function signIn(form: URLSearchParams, response: ServerResponse): void {
    library.signIns += 1
    const isKnown = form.get('username') === library.username && form.get('password') === library.password
    if (!isKnown || library.isPasswordExpired) {
      const error_description = isKnown ? 'Account is not fully set up' : 'Invalid user credentials'
      const status = isKnown ? 400 : 401
      return send(response, status, JSON.stringify({ error: 'invalid_grant', error_description }))
    }
    library.isTokenRevoked = false
    const access_token = `token-until-${Math.floor(clock()) + TOKEN_S * 1000}`
    send(response, 200, padded({ access_token, expires_in: TOKEN_S, refresh_expires_in: 1800 }))
  }

  const padded = (answer: object) => JSON.stringify(answer).padEnd(library.leastBytes)
  const itemOf = (folder: string) =>
    LIBRARY_ITEMS.find(({ stem }) => folder === `/TP_export/${stem}_${library.version}/`)
  const nameOf = ({ stem }: LibraryItem, month: Month) =>
    `${month.firstDay.slice(0, 7).replace('-', '_')}_${stem}_${library.version}.csv`

  function list(path: string, response: ServerResponse): void {
    const item = itemOf(path)
    if (item === undefined) return send(response, 400, '{}')
    const months: Month[] = []
    for (let month = monthOf(clock()); months.length < LISTED_MONTHS; month = monthOf(month.fromUtc - 1))
      months.push(month)
    const contentItemList = months.map((month) => ({
      name: nameOf(item, month),
      fileId: '878e0b95-5a38-4635-8e8c-a548f637b494',
      lastUpdatedTimestamp: new Date(writtenUtc(month)).toISOString(),
      size: 1_000_000,
    }))
    send(response, 200, padded({ contentItemList }))
  }

  function writtenUtc(month: Month): number {
    const lastUtc = Math.floor((clock() - WRITTEN_AT_MS) / HOUR_MS) * HOUR_MS + WRITTEN_AT_MS
    return Math.min(lastUtc, month.toUtc + WRITTEN_FOR_MS)
  }

  async function download(asked: z.infer<typeof DownloadSchema>, response: ServerResponse): Promise<void> {
    const item = itemOf(asked.folder)
    const [, year, month] = /^(\d{4})_(\d\d)_/.exec(asked.filename) ?? []
    if (item === undefined || asked.downloadAsZip !== true) return send(response, 400, '{}')
    const bytes = await fileOf(item, monthOf(Date.UTC(Number(year), Number(month) - 1)))
    const sent = library.isCut ? bytes.subarray(0, bytes.length / 2) : bytes
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(sent)
  }

  /** As an archive. Files that are not written any more are made once. */
  function fileOf(item: LibraryItem, month: Month): Promise<Buffer> {
    const writtenAtUtc = writtenUtc(month)
    const name = `${nameOf(item, month)} ${writtenAtUtc}`
    const file = kept.get(name) ?? zipOf(nameOf(item, month), linesOf(item, month, writtenAtUtc))
    if (library.isFullSize) kept.set(name, file)
    return file
  }

  async function* linesOf(item: LibraryItem, month: Month, nowUtc: number): AsyncGenerator<string> {
    const { kind, quantities, column } = item
    const columns = quantities.includes('load')
      ? [column]
      : ['ProductionType', column, ...(kind === 'actual' ? ACTUAL_COLUMNS : FORECAST_COLUMNS)]
    yield `${BOM}${COMMON_COLUMNS}\t${columns.join('\t')}\tUpdateTime(UTC)${LINE_END}`
    for (const area of library.areas) {
      const place = `${EIC_BY_AREA[area]}\t${areaLabel(area)} (${area})\tBZN/CTA/CTY\t${area}`
      for (const { block, updatedUtc } of await published({ area, kind, quantities }, month, nowUtc))
        for (const { name, share } of plantsOf(area, block.quantity))
          yield blockLines(block, place, (utc, powerMw) =>
            cellsOf(item, name, powerMw * share, updatedUtc(utc)),
          )
    }
    const filling = FILLING[item.stem]
    if (!library.isFullSize || filling === undefined) return
    const lines = fillingLines(item, month, filling.types)
    for (let number = 0; number < filling.areas; number += 1)
      yield lines.replaceAll('10Y-FILLING----0', `10Y-FILLING---${String(number).padStart(2, '0')}`)
  }

  return { library, answer }
}

/** The columns between the values and the time of the update. */
const ACTUAL_COLUMNS = ['ActualConsumption[MW]']
const FORECAST_COLUMNS = ['IntradayGenerationForecast[MW]', 'CurrentGenerationForecast[MW]']

/** The cells of a line after its place. */
function cellsOf({ kind }: LibraryItem, plant: string | null, powerMw: number, updatedUtc: number): string {
  const value = Math.round(powerMw * 100) / 100
  const values = kind === 'actual' ? [value, ''] : [value, value, value]
  return [...(plant === null ? [powerMw] : [plant, ...values]), secondOf(updatedUtc)].join('\t')
}

function blockLines(
  { startsAtUtc, stepMinutes, powerMw }: SeriesBlock,
  place: string,
  rest: (utc: number, powerMw: number) => string,
): string {
  return Array.from(powerMw, (value, slot) => {
    const utc = startsAtUtc + slot * stepMinutes * MINUTE_MS
    if (Number.isNaN(value)) return ''
    return `${secondOf(utc)}\tPT${stepMinutes}M\t${place}\t${rest(utc, value)}${LINE_END}`
  }).join('')
}

/** A month of quarter hours of an area that is not ours, which compress about as well as real ones. */
function fillingLines(item: LibraryItem, month: Month, types: number): string {
  const length = (month.toUtc - month.fromUtc) / (15 * MINUTE_MS)
  const powerMw = Float64Array.from({ length }, (_, slot) => (Math.imul(slot, 2_654_435_761) >>> 8) % 4000)
  const { kind } = item
  const block = { area: 'DE', quantity: 'load', kind, startsAtUtc: month.fromUtc, stepMinutes: 15 } as const
  return Array.from({ length: types }, (_, type) =>
    blockLines({ ...block, powerMw }, '10Y-FILLING----0\tNowhere (XX)\tBZN/CTA/CTY\tXX', (_utc, mw) => {
      const plant = item.quantities.includes('load') ? null : `Other plant ${type}`
      return cellsOf(item, plant, mw + type, month.toUtc)
    }),
  ).join('')
}

/** `yyyy-MM-dd HH:mm:ss` */
function secondOf(utc: number): string {
  return new Date(utc).toISOString().slice(0, 19).replace('T', ' ')
}

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
