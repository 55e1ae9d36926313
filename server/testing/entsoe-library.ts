import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

import { z } from 'zod'

import { areaLabel, MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { monthOf, type Month } from '#server/calendar/month.ts'
import type { Clock } from '#server/clock.ts'
import type { SeriesBlock, StoredQuantity } from '#server/series/series.ts'
import { EIC_BY_AREA } from '#server/sources/entsoe/areas.ts'
import { LIBRARY_ITEMS, type LibraryItem } from '#server/sources/entsoe/file-library.ts'
import type { Feed } from '#server/sources/source.ts'

import { zipOf } from './zip.ts'

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
  /** The files also hold other areas and plants, so that they are as large as the real ones. */
  isFullSize: boolean
  signIns: number
  /** The token that was given last is refused before its time. */
  isTokenRevoked: boolean
  /** Makes the files of months that are asked for later. They stay in memory. */
  prepare(months: readonly Span[]): Promise<void>
}

interface LibraryParts {
  clock: Clock
  origin: string
  /** The published values of some quantities by a time, with all their deviations. */
  published: (
    feed: Feed,
    span: Span,
    nowUtc: number,
  ) => Promise<readonly { block: SeriesBlock; updatedUtc: (utc: number) => number }[]>
}

/** Its limit is 100 requests a minute of a login. A token lasts a quarter of an hour. */
const MAX_REQUESTS_PER_MINUTE = 100
const TOKEN_S = 900
/** Files are written once an hour, seen a quarter before the full hour; those of old months for some weeks. */
const WRITTEN_AT_MS = 45 * MINUTE_MS
const WRITTEN_FOR_MS = 35 * 24 * HOUR_MS
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

/**
 * The File Library as it was in autumn 2026, with the same computed days as the API. How it says no is not known but for the 429; nor
 * are the order of the lines and whether a file begins with a BOM.
 */
export function createEntsoeLibrary({ clock, origin, published }: LibraryParts) {
  const kept = new Map<string, Promise<Buffer>>()
  const asked: number[] = []
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
    const now = clock()
    asked.push(now)
    while ((asked[0] ?? now) < now - MINUTE_MS) asked.shift()
    if (asked.length > MAX_REQUESTS_PER_MINUTE)
      return send(response, 429, 'Max allowed requests per minute (100) exceeded.', 'text/plain')
    const [, until] = /^Bearer token-until-(\d+)$/.exec(request.headers.authorization ?? '') ?? []
    if (until === undefined || now >= Number(until) || library.isTokenRevoked) return send(response, 401, '')
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
    const isLoad = item.quantities.includes('load')
    const columns = isLoad ? [item.column] : ['ProductionType', ...generationColumns(item)]
    yield `${BOM}${COMMON_COLUMNS}\t${columns.join('\t')}\tUpdateTime(UTC)${LINE_END}`
    for (const area of library.areas) {
      const place = `${EIC_BY_AREA[area]}\t${areaLabel(area)} (${area})\tBZN/CTA/CTY\t${area}`
      const feed: Feed = { area, kind: item.kind, quantities: item.quantities }
      for (const { block, updatedUtc } of await published(feed, month, nowUtc))
        for (const [type, share] of typesOf(area, block.quantity))
          yield blockLines(block, place, (utc, powerMw) => {
            const values = type === null ? [powerMw] : [type, ...generationValues(item, powerMw * share)]
            return [...values, secondOf(updatedUtc(utc))].join('\t')
          })
    }
    const filling = FILLING[item.stem]
    if (!library.isFullSize || filling === undefined) return
    const lines = fillingLines(item, month, filling.types)
    for (let number = 0; number < filling.areas; number += 1)
      yield lines.replaceAll('10Y-FILLING----0', `10Y-FILLING---${String(number).padStart(2, '0')}`)
  }

  return { library, answer }
}

/** Plant types of a quantity with their shares; null for load. */
export function typesOf(
  area: MemberCode,
  quantity: StoredQuantity,
): readonly (readonly [string | null, number])[] {
  if (quantity === 'load') return [[null, 1]]
  if (quantity === 'solar') return [['Solar', 1]]
  if (!OFFSHORE_AREAS.has(area)) return [['Wind Onshore', 1]]
  return [
    ['Wind Onshore', 1 - OFFSHORE_SHARE],
    ['Wind Offshore', OFFSHORE_SHARE],
  ]
}

export const OFFSHORE_SHARE = 0.2
export const OFFSHORE_AREAS: ReadonlySet<MemberCode> = new Set(['DE', 'FR', 'NL', 'BE', 'PL'])

/** The columns between the plant type and the time of the update. */
function generationColumns({ kind, column }: LibraryItem): string[] {
  return kind === 'actual'
    ? [column, 'ActualConsumption[MW]']
    : [column, 'IntradayGenerationForecast[MW]', 'CurrentGenerationForecast[MW]']
}

function generationValues({ kind }: LibraryItem, powerMw: number): (string | number)[] {
  const value = Math.round(powerMw * 100) / 100
  return kind === 'actual' ? [value, ''] : [value, value, value]
}

function blockLines(
  block: SeriesBlock,
  place: string,
  rest: (utc: number, powerMw: number) => string,
): string {
  const { startsAtUtc, stepMinutes, powerMw } = block
  const lines: string[] = []
  for (const [slot, value] of powerMw.entries()) {
    if (Number.isNaN(value)) continue
    const utc = startsAtUtc + slot * stepMinutes * MINUTE_MS
    lines.push(`${secondOf(utc)}\tPT${stepMinutes}M\t${place}\t${rest(utc, value)}${LINE_END}`)
  }
  return lines.join('')
}

/** A month of quarter hours of an area that is not ours, which compress about as well as real ones. */
function fillingLines(item: LibraryItem, month: Month, types: number): string {
  const quarters = (month.toUtc - month.fromUtc) / (15 * MINUTE_MS)
  const block: SeriesBlock = {
    area: 'DE',
    quantity: 'load',
    kind: item.kind,
    startsAtUtc: month.fromUtc,
    stepMinutes: 15,
    powerMw: Float64Array.from(
      { length: quarters },
      (_, slot) => (Math.imul(slot, 2_654_435_761) >>> 8) % 4000,
    ),
  }
  const updated = secondOf(month.toUtc)
  return Array.from({ length: types }, (_, type) =>
    blockLines(block, '10Y-FILLING----0\tNowhere (XX)\tBZN/CTA/CTY\tXX', (_utc, powerMw) => {
      const value = powerMw + type
      const isLoad = item.quantities.includes('load')
      const values = isLoad ? [value] : [`Other plant ${type}`, ...generationValues(item, value)]
      return [...values, updated].join('\t')
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
