import { expect, test } from 'vitest'

import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import { knownAt } from '#server/series/known.ts'
import type { Block, Quantity, SeriesKey, StepMinutes } from '#server/series/series.ts'
import { block, storeForecast } from '#server/testing/blocks.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'

import { createSeriesStore, type SeriesStore } from './series-store.ts'

/** The delivery day 12 March 2026, which begins at 23:00 UTC. */
const DAY = { fromUtc: Date.UTC(2026, 2, 11, 23), toUtc: Date.UTC(2026, 2, 12, 23) }
/** A time of day in Brussels, on the day before delivery or some days earlier. */
const dayBefore = (hour: number, minute = 0, days = 1) => Date.UTC(2026, 2, 12 - days, hour - 1, minute)

const key = (quantity: Quantity) => ({ area: 'DE', quantity, kind: 'tso' }) as const

function fetch(
  store: SeriesStore,
  quantity: Quantity,
  fetchedAtUtc: number,
  powerMw: number[],
  step: StepMinutes = 60,
  withdrawn: (SeriesKey & Span)[] = [],
) {
  const blocks = [block(key(quantity), DAY.fromUtc, step, powerMw)]
  return store.writeForecast(blocks, withdrawn, { source: 'test', fetchedAtUtc })
}

const hours = (value: number) => Array<number>(24).fill(value)

async function stored(store: SeriesStore, quantity: Quantity): Promise<number[]> {
  const read = await store.read([key(quantity)], DAY)
  return [...new Set(read(key(quantity)).powerMw)]
}

/** The different values of the day as they were known at a time. */
const known = async (store: SeriesStore, utc: number, quantity: Quantity = 'wind') => [
  ...new Set((await store.readForecastsAsOf([key(quantity)], DAY, knownAt(utc)))(key(quantity)).powerMw),
]

describeOnBothEngines('a TSO forecast', (open) => {
  test('is replaced until it is due on the day before, then the first version seen stays', async () => {
    const store = createSeriesStore(await open())
    const versions = [
      [dayBefore(9, 0, 2), 1],
      [dayBefore(17, 55), 2],
      [dayBefore(18, 5), 3],
      [dayBefore(20), 4],
      [DAY.toUtc, 5],
    ] as const
    const seen: number[][] = []
    for (const [fetchedAtUtc, value] of versions) {
      await fetch(store, 'wind', fetchedAtUtc, hours(value))
      seen.push(await stored(store, 'wind'))
    }
    expect(seen).toEqual([[1], [2], [3], [3], [3]])
  })

  test('loses the hours that are withdrawn before it is due, and none after that', async () => {
    const store = createSeriesStore(await open())
    const noon = DAY.fromUtc + 12 * HOUR_MS
    const afternoon = [{ ...key('wind'), fromUtc: noon, toUtc: DAY.toUtc }]
    await fetch(store, 'wind', dayBefore(12), hours(1))
    await fetch(store, 'wind', dayBefore(13), hours(2).slice(0, 12), 60, afternoon)
    expect(await stored(store, 'wind')).toEqual([2, NaN])
    expect(await known(store, dayBefore(12))).toEqual([1])
    expect(await known(store, dayBefore(13))).toEqual([2, NaN])
    await fetch(store, 'wind', dayBefore(14), [], 60, [{ ...key('wind'), ...DAY }])
    expect(await stored(store, 'wind')).toEqual([NaN])
    expect(await known(store, dayBefore(14))).toEqual([NaN])
    await fetch(store, 'wind', dayBefore(18, 5), hours(3))
    await fetch(store, 'wind', dayBefore(19), hours(4).slice(0, 12), 60, afternoon)
    expect(await stored(store, 'wind')).toEqual([3])
  })

  test('can be read as it was known at any time', async () => {
    const store = createSeriesStore(await open())
    await fetch(store, 'wind', dayBefore(12), hours(1))
    await fetch(store, 'wind', dayBefore(18, 5), hours(2))
    await fetch(store, 'wind', dayBefore(22), hours(3).slice(0, 6))
    expect(
      (await store.readForecastsAsOf([key('wind')], DAY, knownAt(DAY.toUtc)))(key('wind')).powerMw,
    ).toHaveLength(96)
    expect(await known(store, dayBefore(12) - 1)).toEqual([NaN])
    expect(await known(store, dayBefore(12))).toEqual([1])
    expect(await known(store, dayBefore(20))).toEqual([2])
    expect(await known(store, DAY.toUtc)).toEqual([2])
  })

  test('that its source still knew of earlier times is kept, and changes nothing of what came later', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    await fetch(store, 'wind', dayBefore(13), hours(3))
    const earlier = [dayBefore(0), dayBefore(12)].map((publishedAtUtc, index) => ({
      publishedAtUtc,
      blocks: [block(key('wind'), DAY.fromUtc, 60, hours(index + 1))],
    }))
    for (let poll = 0; poll < 2; poll += 1) {
      await store.addForecastVersions(earlier, 'test')
      expect(await database.query('SELECT 1 FROM forecast_version')).toHaveLength(3)
    }
    const times = async (utc: number) => {
      const [published] = await store.readFetchTimes([key('wind')], DAY)
      return [published?.counting('2026-03-12', utc)]
    }
    expect([await known(store, dayBefore(11)), await times(dayBefore(11))]).toEqual([[1], [dayBefore(0)]])
    expect([await known(store, dayBefore(12)), await times(dayBefore(12))]).toEqual([[2], [dayBefore(12)]])
    expect([await stored(store, 'wind'), await times(Infinity)]).toEqual([[3], [dayBefore(13)]])
    await fetch(store, 'wind', dayBefore(19), hours(3))
    await fetch(store, 'wind', dayBefore(20), hours(4))
    expect([await times(Infinity), await times(dayBefore(21))]).toEqual([[dayBefore(19)], [dayBefore(19)]])
  })

  test('of the past is known from when it was stored, and older moments keep their answer', async () => {
    const store = createSeriesStore(await open())
    const month = { fromUtc: DAY.fromUtc - 9 * DAY_MS, toUtc: DAY.toUtc + DAY_MS }
    /** By day, the values in it. */
    const days = ({ stepMinutes, powerMw }: Block) => {
      const length = (24 * 60) / stepMinutes
      return Array.from({ length: 11 }, (_, day) =>
        [...new Set(powerMw.slice(day * length, (day + 1) * length))].join(' '),
      )
    }
    const read = async (utc: number) =>
      days((await store.readForecastsAsOf([key('load')], month, knownAt(utc)))(key('load')))
    const now = async () => days((await store.read([key('load')], month))(key('load')))
    const loadOf = (day: number, step: StepMinutes, powerMw: number[]) =>
      block(key('load'), DAY.fromUtc + day * DAY_MS, step, powerMw)
    const at = (hour: number) => DAY.toUtc + 6 * DAY_MS + hour * HOUR_MS
    const file = (powerMw: number[]) =>
      store.writeAll([key('load')], [[loadOf(-2, 60, powerMw)]], provenance(), 'replace')
    const gaps = [...hours(1.004).slice(0, 12), ...Array<number>(12).fill(NaN)]
    let hour = 0
    let source = 'test'
    const provenance = () => ({ source, fetchedAtUtc: at(hour) })
    const writes = [
      // History in two requests, one that fills a gap, and a file that replaces two days, twice.
      () => store.writeForecast([loadOf(-3, 60, gaps), loadOf(-2, 60, hours(2))], [], provenance()),
      () => store.writeForecast([loadOf(-5, 15, Array<number>(96).fill(5))], [], provenance()),
      () => store.writeForecast([loadOf(-3, 60, hours(3))], [], provenance()),
      () => store.writeArchived([loadOf(-7, 60, hours(8))], () => 0, provenance()),
      () => store.writeArchived([loadOf(-6, 60, hours(9))], () => 0, provenance()),
      () => file(hours(10)),
      () => file(hours(11)),
      () => store.writeForecast([loadOf(0, 60, hours(4))], [], { source, fetchedAtUtc: at(hour) }),
    ]
    const answers = [await read(at(0) - 1)]
    expect(new Set(answers[0])).toEqual(new Set(['NaN']))
    for (const [index, write] of writes.entries()) {
      hour = index
      source = index === 5 || index === 6 ? 'csv' : 'test'
      expect(await write()).toBeGreaterThan(0)
      answers.push(await read(at(index)))
      expect([index, answers.at(-1)]).toEqual([index, await now()])
      for (const [before, answer] of answers.entries())
        expect([before, await read(at(before - 1))]).toEqual([before, answer])
    }
  })

  test('keeps at most twelve versions of a day, and none forever', async () => {
    const database = await open()
    const store = createSeriesStore(database)
    const count = async () => (await database.query('SELECT 1 FROM forecast_version')).length
    for (let poll = 0; poll < 24; poll += 1)
      await fetch(store, 'wind', dayBefore(12) + poll * HOUR_MS * 0.5, hours(poll))
    expect(await count()).toBe(12)
    expect(await stored(store, 'wind')).toEqual([12])
    await fetch(store, 'wind', dayBefore(19), hours(1))
    const later = DAY.fromUtc + 500 * DAY_MS
    await storeForecast(store, later, [block(key('wind'), later, 60, [1])])
    expect(await count()).toBe(1)
  })
})

const part = (from: number, to: number) => hours(1).map((mw, hour) => (hour >= from && hour < to ? mw : NaN))
const quarters = Array<number>(96).fill(7)

/** The hours of the days that are fetched by the time of the day before, in Brussels, and the different values that are stored then. */
test.each<[string, Quantity, Record<string, number[]>, number[]]>([
  ['of load is due at 10:00', 'load', { '10:05': hours(1), '12:00': hours(2) }, [1]],
  ['of sun is due at 18:00', 'solar', { '10:05': hours(1), '12:00': hours(2) }, [2]],
  ['of wind is due at 18:00', 'wind', { '10:05': hours(1), '12:00': hours(2) }, [2]],
  [
    'confirmed after it was due stays',
    'wind',
    { '12:00': hours(1), '18:05': hours(1), '19:00': hours(2) },
    [1],
  ],
  [
    'late in parts is completed',
    'wind',
    { '19:00': part(0, 12), '20:00': hours(2), '21:00': hours(3) },
    [1, 2],
  ],
  ['in two parts, the first larger, is whole', 'wind', { '19:00': part(0, 16), '20:00': part(16, 24) }, [1]],
  ['in two parts, the second larger, is whole', 'wind', { '19:00': part(0, 8), '20:00': part(8, 24) }, [1]],
  ['loses no hours after it was due', 'wind', { '12:00': hours(1), '18:05': hours(2).slice(0, 12) }, [1]],
  ['is not replaced by fewer hours', 'wind', { '19:00': hours(3), '20:00': hours(4).slice(0, 12) }, [3]],
  ['can change its step until it is due', 'wind', { '12:00': quarters, '13:00': hours(8) }, [8]],
  ['keeps its step after it was due', 'wind', { '18:05': quarters, '19:00': hours(9) }, [7]],
])('a TSO forecast %s', async (_title, quantity, fetched, expected) => {
  const store = createSeriesStore(await openTestDatabase())
  for (const [time, powerMw] of Object.entries(fetched)) {
    const [hour = 0, minute] = time.split(':').map(Number)
    await fetch(store, quantity, dayBefore(hour, minute), powerMw, powerMw.length > 24 ? 15 : 60)
  }
  expect(await stored(store, quantity)).toEqual(expected)
  expect(await known(store, DAY.toUtc, quantity)).toEqual(expected)
})

test('a TSO forecast that was stored without a version stays, as filled history does', async () => {
  const store = createSeriesStore(await openTestDatabase())
  for (const [days, value] of [
    [30, 1],
    [40, 2],
    [1, 3],
  ] as const)
    await fetch(store, 'wind', DAY.toUtc + days * DAY_MS, hours(value))
  expect(await stored(store, 'wind')).toEqual([1])
})
