import { describe, expect, test } from 'vitest'

import { knownAt } from '#server/series/known.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { DAY_MS, HOUR_MS } from '#server/series/series.ts'
import type { Block, Quantity, SeriesKey, SeriesStore, Span, StepMinutes } from '#server/series/series.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'

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
  const block = {
    ...key(quantity),
    startsAtUtc: DAY.fromUtc,
    stepMinutes: step,
    powerMw: Float64Array.from(powerMw),
  }
  return store.writeForecast([block], withdrawn, { source: 'test', fetchedAtUtc })
}

const hours = (value: number) => Array<number>(24).fill(value)

async function stored(store: SeriesStore, quantity: Quantity): Promise<number[]> {
  const read = await store.read([key(quantity)], DAY)
  return [...new Set(read(key(quantity)).powerMw)]
}

/** The different values of the day's wind as they were known at a time. */
const known = async (store: SeriesStore, utc: number) => [
  ...new Set((await store.readForecastsAsOf([key('wind')], DAY, knownAt(utc)))(key('wind')).powerMw),
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
    await store.writeForecast([], [{ ...key('wind'), ...DAY }], {
      source: 'test',
      fetchedAtUtc: dayBefore(14),
    })
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
    const earlier = [dayBefore(0), dayBefore(12)].map((publishedAtUtc, index) => {
      const powerMw = Float64Array.from(hours(index + 1))
      return {
        publishedAtUtc,
        blocks: [{ ...key('wind'), startsAtUtc: DAY.fromUtc, stepMinutes: 60 as const, powerMw }],
      }
    })
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
    const block = (day: number, stepMinutes: StepMinutes, powerMw: number[]) => ({
      ...key('load'),
      startsAtUtc: DAY.fromUtc + day * DAY_MS,
      stepMinutes,
      powerMw: Float64Array.from(powerMw),
    })
    const at = (hour: number) => DAY.toUtc + 6 * DAY_MS + hour * HOUR_MS
    const file = (powerMw: number[]) =>
      store.writeAll([key('load')], [[block(-2, 60, powerMw)]], provenance(), 'replace')
    const gaps = [...hours(1.004).slice(0, 12), ...Array<number>(12).fill(NaN)]
    let hour = 0
    let source = 'test'
    const provenance = () => ({ source, fetchedAtUtc: at(hour) })
    const writes = [
      // History in two requests, one that fills a gap, and a file that replaces two days, twice.
      () => store.writeForecast([block(-3, 60, gaps), block(-2, 60, hours(2))], [], provenance()),
      () => store.writeForecast([block(-5, 15, Array<number>(96).fill(5))], [], provenance()),
      () => store.writeForecast([block(-3, 60, hours(3))], [], provenance()),
      () => store.writeArchived([block(-7, 60, hours(8))], () => 0, provenance()),
      () => store.writeArchived([block(-6, 60, hours(9))], () => 0, provenance()),
      () => file(hours(10)),
      () => file(hours(11)),
      () => store.writeForecast([block(0, 60, hours(4))], [], { source, fetchedAtUtc: at(hour) }),
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
    const later = {
      ...key('wind'),
      startsAtUtc: DAY.fromUtc + 500 * DAY_MS,
      stepMinutes: 60,
      powerMw: Float64Array.of(1),
    } as const
    await store.writeForecast([later], [], { source: 'test', fetchedAtUtc: later.startsAtUtc })
    expect(await count()).toBe(1)
  })
})

describe('a TSO forecast', () => {
  test('of load is due at 10:00, of wind and sun at 18:00', async () => {
    const store = createSeriesStore(await openTestDatabase())
    for (const quantity of ['load', 'solar', 'wind'] as const) {
      await fetch(store, quantity, dayBefore(10, 5), hours(1))
      await fetch(store, quantity, dayBefore(12), hours(2))
    }
    expect(await stored(store, 'load')).toEqual([1])
    expect(await stored(store, 'solar')).toEqual([2])
    expect(await stored(store, 'wind')).toEqual([2])
  })

  test('keeps the version that was confirmed after it was due, though it had not changed', async () => {
    const store = createSeriesStore(await openTestDatabase())
    await fetch(store, 'wind', dayBefore(12), hours(1))
    await fetch(store, 'wind', dayBefore(18, 5), hours(1))
    await fetch(store, 'wind', dayBefore(19), hours(2))
    expect(await stored(store, 'wind')).toEqual([1])
  })

  test('that comes late in parts gets the missing hours from later versions', async () => {
    const store = createSeriesStore(await openTestDatabase())
    await fetch(store, 'wind', dayBefore(19), [...hours(1).slice(0, 12), ...hours(NaN).slice(12)])
    await fetch(store, 'wind', dayBefore(20), hours(2))
    await fetch(store, 'wind', dayBefore(21), hours(3))
    expect(await stored(store, 'wind')).toEqual([1, 2])
  })

  test('that has fewer hours than the one before replaces it whole until it is due, and not at all after that', async () => {
    const store = createSeriesStore(await openTestDatabase())
    await fetch(store, 'wind', dayBefore(12), hours(1))
    await fetch(store, 'wind', dayBefore(18, 5), hours(2).slice(0, 12))
    expect(await stored(store, 'wind')).toEqual([1])
    expect(await known(store, DAY.toUtc)).toEqual([1])
    await fetch(store, 'wind', dayBefore(19), hours(3))
    await fetch(store, 'wind', dayBefore(20), hours(4).slice(0, 12))
    expect(await stored(store, 'wind')).toEqual([3])
  })

  test('that comes in two parts after it was due is whole, whichever part is the larger', async () => {
    for (const parts of [
      [16, 24],
      [8, 24],
    ] as const) {
      const store = createSeriesStore(await openTestDatabase())
      const [middle, end] = parts
      const part = (from: number, to: number) =>
        hours(1).map((value, hour) => (hour >= from && hour < to ? value : NaN))
      await fetch(store, 'wind', dayBefore(19), part(0, middle))
      await fetch(store, 'wind', dayBefore(20), part(middle, end))
      expect(await stored(store, 'wind')).toEqual([1])
      expect(await known(store, DAY.toUtc)).toEqual([1])
    }
  })

  test('can change its step until it is due', async () => {
    const store = createSeriesStore(await openTestDatabase())
    const quarters = Array<number>(96).fill(7)
    await fetch(store, 'wind', dayBefore(12), quarters, 15)
    await fetch(store, 'wind', dayBefore(13), hours(8))
    expect(await stored(store, 'wind')).toEqual([8])
    await fetch(store, 'wind', dayBefore(18, 5), quarters, 15)
    await fetch(store, 'wind', dayBefore(19), hours(9))
    expect(await stored(store, 'wind')).toEqual([7])
  })

  test('that was stored without a version stays, as filled history does', async () => {
    const store = createSeriesStore(await openTestDatabase())
    await fetch(store, 'wind', DAY.toUtc + 30 * DAY_MS, hours(1))
    await fetch(store, 'wind', DAY.toUtc + 40 * DAY_MS, hours(2))
    await fetch(store, 'wind', DAY.toUtc + DAY_MS, hours(3))
    expect(await stored(store, 'wind')).toEqual([1])
  })
})
