import type { ServerResponse } from 'node:http'

import * as fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Kind,
  type Span,
  type StoredQuantity,
} from '#server/series/series.ts'
import { ingestSpan } from '#server/sources/ingestion/ingest-span.ts'
import { createIngestion } from '#server/sources/ingestion/ingestion.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { feedName } from '#server/sources/source.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { acknowledgementXml, documentXml, type TestSeries } from '#server/testing/entsoe-documents.ts'
import { readBlock } from '#server/testing/read-block.ts'
import { jumpingTimer, startTestServer } from '#server/testing/source-server.ts'
import { partsInMemory } from '#server/testing/source.ts'

import { EIC_BY_AREA } from './areas.ts'
import { createEntsoeSource } from './entsoe-source.ts'

const TOKEN = '7d0f3c1e-55aa-4c0b-9a51-0d6c0a4e11f2'
const MIDNIGHT = Date.UTC(2026, 2, 2)
const SPAN: Span = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 2 * DAY_MS }
const NOW = MIDNIGHT + 30 * DAY_MS
const clock = () => NOW
const { signal } = new AbortController()

/** Invented power of Germany: flat at night, so that A03 has something to leave out. */
function powerMw(psrType: string | null, processType: string, utc: number): number {
  const quarter = Math.round(utc / (15 * MINUTE_MS)) % 96
  const forecast = processType === 'A01' ? 7 : 0
  if (psrType === 'B16') return forecast + (quarter < 28 || quarter > 76 ? 0 : quarter * 100)
  if (psrType === 'B18') return forecast + 1000 + Math.floor(quarter / 8)
  if (psrType === 'B19') return forecast + 9000 + quarter
  return forecast + 50_000 + quarter * 10
}

function series(url: URL, psrType: string | null, direction: 'in' | 'out'): TestSeries {
  const period = (name: string) => {
    const [, year, month, day, hour] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)00$/.exec(url.searchParams.get(name) ?? '') ?? []
    return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour))
  }
  const [start, end] = [period('periodStart'), period('periodEnd')]
  const points: [number, number][] = []
  let last: number | null = null
  for (let utc = start, position = 1; utc < end; utc += 15 * MINUTE_MS, position += 1) {
    const power: number =
      direction === 'out' && psrType !== null
        ? 0
        : powerMw(psrType, url.searchParams.get('processType') ?? '', utc)
    if (power !== last) points.push([position, power])
    last = power
  }
  const instant = (utc: number) => `${new Date(utc).toISOString().slice(0, 16)}Z`
  return {
    direction,
    eic: EIC_BY_AREA.DE,
    ...(psrType === null ? {} : { psrType }),
    periods: [{ start: instant(start), end: instant(end), resolution: 'PT15M', points }],
  }
}

/** What the service would answer: Germany's values, and no data of anything else. */
function answerXml(url: URL): string {
  const { searchParams } = url
  const area = searchParams.get('outBiddingZone_Domain') ?? searchParams.get('in_Domain')
  if (area !== EIC_BY_AREA.DE) return acknowledgementXml('No matching data found for Data item X.')
  const documentType = searchParams.get('documentType') ?? ''
  const processType = searchParams.get('processType') ?? ''
  const generation = [
    series(url, 'B16', 'out'),
    series(url, 'B04', 'in'),
    ...['B16', 'B18', 'B19'].map((psrType) => series(url, psrType, 'in')),
  ]
  return documentXml({
    documentType,
    processType,
    series: documentType === 'A65' ? [series(url, null, 'out')] : generation,
  })
}

/** Long enough for a busy machine to answer. */
const PATIENT_MS = 60_000

/** A source over a fake service; `trouble` answers in its place as long as it returns true. */
async function startService(
  trouble: (url: URL, response: ServerResponse) => boolean = () => false,
  silenceMs = PATIENT_MS,
) {
  const server = await startTestServer((url, response) => {
    if (!trouble(url, response)) response.end(answerXml(url))
  })
  onTestFinished(() => server.close())
  const timer = jumpingTimer()
  const source = createEntsoeSource({
    url: server.url,
    token: TOKEN,
    clock,
    timer,
    silenceMs,
    parts: partsInMemory(),
  })
  return { source, server }
}

type Service = Awaited<ReturnType<typeof startService>>
function ingest({ source }: Service, database: Database, span = SPAN) {
  const store = createSeriesStore(database)
  const areas = ['DE', 'FR'] as const
  return ingestSpan({ source, database, series: store, clock, areas, span, retryWaitMs: 1 }, signal)
}

function tables(database: Database): Promise<object[]> {
  return database.query(
    `SELECT area, quantity, kind, month, step_minutes, encode(power_mw, 'hex') AS power
     FROM chunk JOIN series ON series.id = series_id ORDER BY 1, 2, 3, 4, 5`,
  )
}

describeOnBothEngines('what ENTSO-E answers', (open) => {
  test('is read back as it was published, and read again changes nothing', async () => {
    const database = await open()
    const service = await startService()
    expect(await ingest(service, database)).toMatchObject({
      changed: 8 * 2 * 96,
      failures: [],
      isComplete: true,
    })
    const wanted: [Kind, StoredQuantity, string, string | null][] = [
      ['actual', 'load', 'A16', null],
      ['tso', 'load', 'A01', null],
      ['actual', 'solar', 'A16', 'B16'],
      ['tso', 'solar', 'A01', 'B16'],
      ['actual', 'wind_offshore', 'A16', 'B18'],
      ['tso', 'wind_offshore', 'A01', 'B18'],
    ]
    const store = createSeriesStore(database)
    for (const [kind, quantity, processType, psrType] of wanted) {
      const block = await readBlock(store, { area: 'DE', quantity, kind }, SPAN)
      const expected = Array.from({ length: 192 }, (_, index) =>
        powerMw(psrType, processType, MIDNIGHT + index * 15 * MINUTE_MS),
      )
      expect([...(block?.powerMw ?? [])], `${kind} ${quantity}`).toEqual(expected)
    }
    const wind = await readBlock(store, { area: 'DE', quantity: 'wind', kind: 'actual' }, SPAN)
    expect([...(wind?.powerMw ?? [])].slice(0, 3)).toEqual([10_000, 10_001, 10_002])
    const before = await tables(database)
    expect(await ingest(service, database)).toMatchObject({ changed: 0, isComplete: true })
    expect(await tables(database)).toEqual(before)
  })
})

test('any order of overlapping spans gives the same table', async () => {
  const database = await openTestDatabase()
  const service = await startService()
  const days = [0, 1, 2, 3, 4].map((day) => ({
    fromUtc: MIDNIGHT + day * DAY_MS,
    toUtc: MIDNIGHT + (day + 2) * DAY_MS,
  }))
  const tableAfter = async (spans: readonly Span[]) => {
    await database.query('DELETE FROM chunk')
    for (const span of spans) await ingest(service, database, span)
    return tables(database)
  }
  const expected = await tableAfter(days)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(days, { minLength: days.length }), async (shuffled) => {
      expect(await tableAfter(shuffled)).toEqual(expected)
    }),
    { numRuns: 5 },
  )
})

test('what cannot be read takes nothing with it, stays as it was stored, and is asked for again', async () => {
  const database = await openTestDatabase()
  let spoil = (xml: string) => xml
  const service = await startService((url, response) => {
    response.end(spoil(answerXml(url)))
    return true
  })
  const missing = async () => {
    const state = createReadState(database, 'entsoe', feedName)
    const wanted = service.source.feeds
      .filter(({ area }) => area === 'DE')
      .map((feed) => ({ feed, span: SPAN }))
    return (await state.missing(wanted, MIDNIGHT)).map(({ feed, span }) => [feedName(feed), span])
  }
  const noon = { fromUtc: MIDNIGHT + 12 * HOUR_MS, toUtc: MIDNIGHT + 12.25 * HOUR_MS }
  // The sun changes in every quarter hour, so the one that begins at noon is the 49th point.
  const wrongPoint = (xml: string) =>
    xml.replace(
      /(<inBidding(?:(?!<\/TimeSeries>)[^])*<psrType>B16<[^]*?<position>49<\/position>\s*<quantity>)[^<]*/,
      '$1?',
    )
  spoil = wrongPoint
  const result = await ingest(service, database)
  expect(result).toMatchObject({ changed: 8 * 2 * 96 - 2, failures: [], isComplete: false })
  expect(result.faults).toEqual(
    ['tso', 'actual'].map((kind) => ({
      feed: `DE ${kind} solar+wind`,
      reason: expect.stringMatching(
        /^left out: TimeSeries 3 of solar, 2026-03-02T12:00Z to 2026-03-02T12:15Z: the quantity \? is not/,
      ),
    })),
  )
  expect(await missing()).toEqual([
    ['DE tso solar+wind', noon],
    ['DE actual solar+wind', noon],
  ])

  spoil = (xml) => xml
  expect(await ingest(service, database)).toMatchObject({ changed: 2, faults: [], isComplete: true })
  expect(await missing()).toEqual([])

  const before = await tables(database)
  spoil = (xml) => wrongPoint(xml).replace(/(<psrType>B18<[^]*?)<resolution>PT15M/, '$1<resolution>P1D')
  expect(await ingest(service, database)).toMatchObject({ changed: 0, isComplete: false })
  expect(await tables(database)).toEqual(before)
  expect(await missing()).toEqual([
    ['DE tso solar+wind', SPAN],
    ['DE actual solar+wind', SPAN],
  ])
})

/** Every way of failing once, before the right answer. */
const TROUBLES: readonly ((url: URL, response: ServerResponse) => void)[] = [
  (_url, response) => response.writeHead(503).end('<html><body>Maintenance</body></html>'),
  (_url, response) => response.writeHead(429, { 'retry-after': '0' }).end(),
  (_url, response) => response.end('<html><body>Maintenance</body></html>'),
  (url, response) => response.end(answerXml(url).slice(0, -25)),
  (_url, response) => response.socket?.destroy(),
]
/** Costs two seconds each time: once is enough. */
const SILENT_AT = 3

test('a service that fails now and then: it takes longer, but no value is lost', async () => {
  const database = await openTestDatabase()
  let troubles = 0
  const seen = new Map<string, number>()
  const service = await startService((url, response) => {
    const times = seen.get(url.search) ?? 0
    seen.set(url.search, times + 1)
    if (times > 1) return false
    if (troubles !== SILENT_AT) TROUBLES[troubles % TROUBLES.length]?.(url, response)
    troubles += 1
    return true
  }, 2000)
  expect(await ingest(service, database)).toMatchObject({
    changed: 8 * 2 * 96,
    failures: [],
    isComplete: true,
  })
  expect(troubles).toBe(2 * 8)
})

test('a service that always fails: nothing is stored, and the token is written nowhere', async () => {
  const database = await openTestDatabase()
  const repeated = (response: ServerResponse) =>
    response.end(acknowledgementXml(`The security token ${TOKEN} is not known`))
  let asked = 0
  const service = await startService((url, response) => {
    const trouble = TROUBLES[asked % (TROUBLES.length + 1)]
    asked += 1
    if (trouble === undefined) repeated(response)
    else trouble(url, response)
    return true
  })
  const logged: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
  const registry = new Registry()
  const store = createSeriesStore(database)
  const stop = new AbortController()
  const ingestion = createIngestion({
    source: service.source,
    database,
    series: store,
    registry,
    clock,
    logger,
    leadership: { isLeader: () => true },
    backfillDays: 3,
    retryWaitMs: 1,
  })
  const running = ingestion.run(stop.signal)
  const byHand = await ingest(service, database)
  await expect.poll(() => logged.length).toBeGreaterThan(0)
  stop.abort()
  await running
  expect(byHand.failures.length).toBeGreaterThan(0)
  expect(service.server.requests[0]?.searchParams.get('securityToken')).toBe(TOKEN)
  expect(await tables(database)).toEqual([])
  const everything = [logged.join('\n'), await registry.metrics(), JSON.stringify(byHand)].join('\n')
  expect(everything).toContain('ENTSO-E')
  expect(everything).not.toContain(TOKEN)
})
