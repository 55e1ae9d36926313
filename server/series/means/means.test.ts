import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { membersOf } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { bucketsOf } from '#server/calendar/time-buckets.ts'
import { knownAt } from '#server/series/known.ts'
import type { Block, SeriesBlock } from '#server/series/series.ts'
import { createSeriesStore, type SeriesStore } from '#server/series/store/series-store.ts'
import { storeValues } from '#server/testing/blocks.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { block, repeat } from '#server/testing/graph-query.ts'

import { createReadMeans, MAX_SERIES_DAYS } from './means.ts'

const FROM = '2026-06-10T00:00:00Z'
const FROM_UTC = Date.parse(FROM)
const hoursFrom = (count: number) =>
  bucketsOf({ fromUtc: FROM_UTC, toUtc: FROM_UTC + count * HOUR_MS }, 'H', 'UTC')
const daysFrom = (count: number) =>
  bucketsOf({ fromUtc: FROM_UTC, toUtc: FROM_UTC + count * DAY_MS }, 'D', 'UTC')

const write = (series: SeriesStore, blocks: SeriesBlock[]) => storeValues(series, FROM_UTC, blocks)

describeOnBothEngines('means', (open) => {
  async function start(nowUtc = FROM_UTC + 400 * DAY_MS) {
    const series = createSeriesStore(await open())
    return { series, readMeans: createReadMeans({ series, clock: () => nowUtc }) }
  }

  test('an hour that lacks a quarter is missing, of a residual load where any of its three parts lacks one', async () => {
    const { series, readMeans } = await start()
    const quarters = (lacking: number | null) =>
      Array.from({ length: 12 }, (_, quarter) => (quarter === lacking ? NaN : 100))
    await write(series, [
      block(['DE', 'load', 'tso'], FROM, quarters(null), 15),
      block(['DE', 'solar', 'tso'], FROM, [30, 30, 30]),
      block(['DE', 'wind', 'tso'], FROM, quarters(5), 15),
    ])
    const meansOf = async (quantity: 'load' | 'wind' | 'residual') => [
      ...((await readMeans(['DE'], quantity, 'tso', hoursFrom(4))).get('DE')?.powerMw ?? []),
    ]
    expect(await meansOf('load')).toEqual([100, 100, 100, NaN])
    expect(await meansOf('wind')).toEqual([100, NaN, 100, NaN])
    expect(await meansOf('residual')).toEqual([-30, NaN, -30, NaN])
  })

  test.each([15, 30, 60] as const)(
    'as of a time, an hour stored by %i minutes counts once it has ended, beside finer values and in zones of half hours too',
    async (step) => {
      const { series, readMeans } = await start()
      const count = (12 * 60) / step
      await write(series, [
        block(['DE', 'load', 'actual'], FROM, repeat(48, 100), 15),
        block(['DE', 'solar', 'actual'], FROM, repeat(count, 30), step),
        block(['DE', 'wind', 'actual'], FROM, repeat(12, 20)),
        // An older month by quarter hours makes the whole span one of quarter hours.
        block(['DE', 'solar', 'actual'], '2026-05-31T00:00:00Z', repeat(4, 30), 15),
      ])
      const at = (hours: number) => FROM_UTC + hours * HOUR_MS
      const knownOf = async (zone: string, quantity: 'solar' | 'residual', knownUtc: number) => {
        const buckets = bucketsOf({ fromUtc: at(-24 * 11), toUtc: at(12) }, 'H', zone)
        const { powerMw } =
          (await readMeans(['DE'], quantity, 'actual', buckets, knownAt(knownUtc))).get('DE') ?? {}
        const first = buckets.edges.findIndex((edgeUtc) => edgeUtc >= FROM_UTC)
        return powerMw?.slice(first).filter((value) => !Number.isNaN(value)).length
      }
      // At half past five: the hours to five, and of half-hour zones the one from half past four that the store has by half hours.
      expect(await knownOf('UTC', 'solar', at(5.5))).toBe(5)
      expect(await knownOf('UTC', 'residual', at(5.5))).toBe(5)
      expect(await knownOf('Asia/Kolkata', 'solar', at(5.5))).toBe(step === 60 ? 4 : 5)
      expect(await knownOf('Asia/Kolkata', 'residual', at(5.5))).toBe(4)
      expect(await knownOf('Asia/Kolkata', 'residual', at(6))).toBe(5)
    },
  )

  test('a forecast of hours has the TSO’s shape among quarter hours, where the TSO has one', async () => {
    const { series, readMeans } = await start()
    await write(series, [
      block(['DE', 'solar', 'model'], FROM, [90, 200, 300, 40]),
      block(['DE', 'solar', 'tso'], FROM, [70, 90, 110, 130, NaN, 1, 2, 3, 5, 5, 5, 5, 10, 10, 10, 190], 15),
    ])
    const buckets = (frequency: '15min' | 'H') =>
      bucketsOf({ fromUtc: FROM_UTC, toUtc: FROM_UTC + 4 * HOUR_MS }, frequency, 'UTC')
    const meansOf = async (frequency: '15min' | 'H') => [
      ...((await readMeans(['DE'], 'solar', 'model', buckets(frequency))).get('DE')?.powerMw ?? []),
    ]
    // The sun never falls below zero.
    const ofLastHour = [0, 0, 0, 175]
    expect(await meansOf('15min')).toEqual(
      [60, 80, 100, 120].concat(repeat(4, 200), repeat(4, 300), ofLastHour),
    )
    expect(await meansOf('H')).toEqual([90, 200, 300, 40])
  })

  test('a day can lack two hours and no more, and of a day that is not over there is no actual mean', async () => {
    const { series, readMeans } = await start(FROM_UTC + 4 * DAY_MS - 1)
    const lacking = (hours: number) => [...repeat(hours, NaN), ...repeat(24 - hours, 6)]
    const values = [...lacking(0), ...lacking(2), ...lacking(3), ...lacking(0)]
    await write(series, [block(['DE', 'wind', 'actual'], FROM, values)])
    await write(series, [block(['DE', 'wind', 'tso'], FROM, values)])
    const meansOf = async (kind: 'actual' | 'tso') => [
      ...((await readMeans(['DE'], 'wind', kind, daysFrom(4))).get('DE')?.powerMw ?? []),
    ]
    expect(await meansOf('actual')).toEqual([6, 6, NaN, NaN])
    expect(await meansOf('tso')).toEqual([6, 6, NaN, 6])
  })

  test('a day of residual load counts the time that load, solar and wind all cover', async () => {
    const { series, readMeans } = await start()
    await write(series, [
      block(['DE', 'load', 'actual'], FROM, [...repeat(4, NaN), ...repeat(92, 100)], 15),
      block(['DE', 'solar', 'actual'], FROM, [NaN, ...repeat(23, 10)]),
      block(['DE', 'wind', 'actual'], FROM, [...repeat(46, 20), NaN, NaN], 30),
    ])
    const means = await readMeans(['DE'], 'residual', 'actual', daysFrom(1))
    expect(means.get('DE')?.powerMw).toEqual(Float64Array.of(70))
  })

  test('an area is told apart that has values, but too few for a mean, from one without any', async () => {
    const { series, readMeans } = await start()
    await write(series, [block(['DE', 'wind', 'actual'], FROM, [1], 15)])
    const means = await readMeans(['DE', 'FR'], 'wind', 'actual', hoursFrom(1))
    expect(means.get('DE')).toEqual({ powerMw: Float64Array.of(NaN), hasValue: true })
    expect(means.get('FR')).toEqual({ powerMw: Float64Array.of(NaN), hasValue: false })
  })
})

test('many years are read in batches, of which two are in memory at most, with the same means', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const store = createSeriesStore(await openTestDatabase())
  const areas = membersOf('SEE')
  const days = 3 * 365
  await write(
    store,
    areas.flatMap((area, index) =>
      (['load', 'solar', 'wind'] as const).map((quantity) =>
        block(
          [area, quantity, 'tso'],
          FROM,
          repeat(days * 4, 100 * index).map((mw, at) => mw + at),
          60,
        ),
      ),
    ),
  )
  const seriesDays: number[] = []
  const batches: WeakRef<Block>[] = []
  let mostKept = 0
  const readMeans = createReadMeans({
    clock: () => FROM_UTC,
    series: {
      ...store,
      async read(keys, span) {
        collectGarbage()
        mostKept = Math.max(mostKept, batches.filter((batch) => batch.deref() !== undefined).length)
        seriesDays.push((keys.length * (span.toUtc - span.fromUtc)) / DAY_MS)
        const read = await store.read(keys, span)
        const [key] = keys
        if (key !== undefined) batches.push(new WeakRef(read(key)))
        return read
      },
    },
  })
  const means = await readMeans(areas, 'residual', 'tso', daysFrom(days))
  // 96 values a day at quarter hours, at most 16 bytes for each: as stored, as a number, and its third of a residual load.
  expect(2 * Math.max(...seriesDays) * 96 * 16).toBeLessThan(64e6)
  expect(seriesDays.length).toBeGreaterThanOrEqual((areas.length * 3 * days) / MAX_SERIES_DAYS)
  expect(mostKept).toBe(1)
  for (const area of areas) {
    const alone = await readMeans([area], 'residual', 'tso', daysFrom(days))
    expect(means.get(area)).toEqual(alone.get(area))
    expect(alone.get(area)?.hasValue).toBe(true)
  }
})
