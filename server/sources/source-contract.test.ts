import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { MINUTE_MS, QUARTER_MS, type Span } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { createRevision } from '#server/series/revision.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { importCsv } from '#server/sources/csv/import-csv.ts'
import { demoArea } from '#server/sources/demo/areas.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { demoPower } from '#server/sources/demo/demo-source.ts'
import { createEnergyChartsSource } from '#server/sources/energy-charts/energy-charts-source.ts'
import { createEntsoeSource } from '#server/sources/entsoe/entsoe-source.ts'
import { ingestSpan, type IngestedSpan } from '#server/sources/ingestion/ingest-span.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'
import { exchangesOf, jumpingTimer, startReplay } from '#server/testing/source-server.ts'
import { openTestServer, partsInMemory } from '#server/testing/source.ts'

import { feedName, type Source } from './source.ts'

/** Four hours of Germany around the clock change of spring. */
const SPAN: Span = { fromUtc: Date.UTC(2026, 2, 28, 23), toUtc: Date.UTC(2026, 2, 29, 3) }
const NOW_UTC = Date.UTC(2026, 2, 30, 12)
const clock = () => NOW_UTC
const { signal } = new AbortController()

type Market = Readonly<Record<string, readonly (number | null)[]>>

/** MW of quarter hours or hours; a dash where a value is missing. */
const powers = (text: string) => text.split(' ').map((mw) => (mw === '-' ? null : Number(mw)))

/** The market that every file in `server/testing/exchanges` describes. */
const MARKET: Market = {
  // With a real gap, and with values that repeat.
  'actual load': powers(
    '41200 41040 41040 40890 40310 40310 40200 40050 39800 39760 - 39700 39650 39650 39650 40120',
  ),
  'actual solar': powers('0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'),
  // Offshore wind of the last hour is not published yet.
  'actual wind': powers('15410 15480 15570 15600 15750 15860 15910 16040 16160 16180 16260 16320 - - - -'),
  'tso load': powers('41500 40600 40000 39900'),
  'tso solar': powers('0 0 0 0'),
  'tso wind': powers('15200 15600 15900 16500'),
}

/** The demo's quarter hours have the power of their middles, in whole MW. */
function demoMarket(): Market {
  const valuesOf = (kind: 'actual' | 'tso', quantity: Quantity) => {
    const powerAt = demoPower(demoArea('DE'), kind)
    return Array.from({ length: 16 }, (_, slot) =>
      Math.round(powerAt(SPAN.fromUtc + (slot + 0.5) * QUARTER_MS)[quantity]),
    )
  }
  return Object.fromEntries(
    (['actual', 'tso'] as const).flatMap((kind) =>
      QUANTITIES.map((quantity) => [`${kind} ${quantity}`, valuesOf(kind, quantity)]),
    ),
  )
}

interface SourceCase {
  name: string
  market: Market
  /** Brings the span into a database and says how many stored values changed. */
  bring: (database: Database) => Promise<number>
  /** Does the same with a fault on the way, and expects it to be reported. */
  bringWithFault: (database: Database) => Promise<void>
  /** Null where the values do not come from a `Source`. */
  source: Source | null
}

function ingest(source: Source, database: Database): Promise<IngestedSpan> {
  const series = createSeriesStore(database)
  const parts = { source, database, series, clock, areas: ['DE'] as const, span: SPAN, retryWaitMs: 1 }
  return ingestSpan(parts, signal)
}

async function bringFromSource(source: Source, database: Database): Promise<number> {
  const result = await ingest(source, database)
  expect(result).toMatchObject({ failures: [], isComplete: true, refused: 0 })
  return result.changed
}

function fromDemo(): SourceCase {
  const source = createDemoSource({ clock })
  return {
    name: 'demo',
    market: demoMarket(),
    source,
    bring: (database) => bringFromSource(source, database),
    async bringWithFault() {
      const [feed] = source.feeds
      if (feed === undefined) throw new Error('no feed')
      await expect(source.fetch(feed, SPAN, AbortSignal.abort())).rejects.toThrow('abort')
    },
  }
}

/** A source over HTTP: it reads the written exchanges, and with a fault a service that is down. */
async function fromService(name: string, open: (url: string) => Source): Promise<SourceCase> {
  const service = await startReplay(exchangesOf(name))
  onTestFinished(() => service.close())
  const brokenService = await openTestServer((_url, response) => response.writeHead(503).end('down'))
  const source = open(service.url)
  return {
    name,
    market: MARKET,
    source,
    bring: (database) => bringFromSource(source, database),
    async bringWithFault(database) {
      const result = await ingest(open(brokenService.url), database)
      expect(result.isComplete).toBe(false)
      expect(result.failures[0]?.reason).toContain('answered 503')
    },
  }
}

const csvOptions = (database: Database) => ({
  series: createSeriesStore(database),
  weather: createWeatherStore(database),
  clock,
  mayBeOdd: false,
})

async function fromCsv(): Promise<SourceCase> {
  const path = fileURLToPath(new URL('market.csv', exchangesOf('csv')))
  const folder = await createFolder()
  return {
    name: 'csv',
    market: MARKET,
    source: null,
    async bring(database) {
      return (await importCsv(path, csvOptions(database))).changedSlots
    },
    async bringWithFault(database) {
      const broken = join(folder, 'market.csv')
      await writeFile(broken, (await readFile(path, 'utf8')).replace('39700', '39,7'))
      const importing = importCsv(broken, csvOptions(database))
      await expect(importing).rejects.toThrow('line 13')
    },
  }
}

async function storedMarket(database: Database): Promise<Market> {
  const keys = (['actual', 'tso'] as const).flatMap((kind) =>
    QUANTITIES.map((quantity) => ({ area: 'DE', quantity, kind }) as const),
  )
  const read = await createSeriesStore(database).read(keys, SPAN)
  return Object.fromEntries(
    keys.map((key) => [
      `${key.kind} ${key.quantity}`,
      [...read(key).powerMw].map((value) => (Number.isNaN(value) ? null : value)),
    ]),
  )
}

describe.each<[string, () => SourceCase | Promise<SourceCase>]>([
  ['demo', fromDemo],
  [
    'ENTSO-E',
    () =>
      fromService('entsoe', (url) =>
        createEntsoeSource({ url, token: 'secret', clock, timer: jumpingTimer(), parts: partsInMemory() }),
      ),
  ],
  [
    'Energy-Charts',
    () =>
      fromService('energy-charts', (url) =>
        createEnergyChartsSource({ url, clock, timer: jumpingTimer(), parts: partsInMemory() }),
      ),
  ],
  ['CSV', fromCsv],
])('values from %s', (_title, open) => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase()
  })

  test('are stored as they were published, with their source; a second and a broken answer change nothing', async () => {
    const { name, market, bring, bringWithFault } = await open()
    expect(await bring(database)).toBeGreaterThan(0)
    // Zero is a value, a gap is missing.
    expect(await storedMarket(database)).toEqual(market)
    expect(await database.query('SELECT DISTINCT source, fetched_at FROM chunk')).toEqual([
      { source: name, fetched_at: new Date(NOW_UTC) },
    ])
    const revision = await createRevision(database).current()
    expect(await bring(database)).toBe(0)
    await bringWithFault(database)
    expect(await storedMarket(database)).toEqual(market)
    expect(await createRevision(database).current()).toBe(revision)
  })

  test('come feed by feed: nothing beyond the feed, whole steps, every moment once', async () => {
    const { source } = await open()
    const feeds = source?.feeds ?? []
    expect(new Set(feeds.map(feedName)).size).toBe(feeds.length)
    expect(feeds.every(({ area }) => MEMBER_CODES.includes(area))).toBe(true)
    for (const feed of feeds.filter(({ area }) => area === 'DE')) {
      const fetched = await source?.fetch(feed, SPAN, signal)
      const moments = (fetched?.blocks ?? []).flatMap(
        ({ area, kind, quantity, startsAtUtc, stepMinutes, powerMw }) => {
          expect({ area, kind }).toEqual({ area: 'DE', kind: feed.kind })
          // Offshore wind comes with all wind.
          expect(feed.quantities).toContain(quantity === 'wind_offshore' ? 'wind' : quantity)
          expect(startsAtUtc % (stepMinutes * MINUTE_MS)).toBe(0)
          return [...powerMw.keys()].map(
            (slot) => `${quantity} ${startsAtUtc + slot * stepMinutes * MINUTE_MS}`,
          )
        },
      )
      expect(new Set(moments).size).toBe(moments.length)
    }
  })
})
