import { describe, expect, test } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { readBlock, block, LATER, LOAD, OTHER, FIRST, START, WIND } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'

describe('what a write leaves of a series', () => {
  test('cuts a span at half hours of zones that have them', async () => {
    const store = createSeriesStore(await openTestDatabase())
    await store.mirror([block(LOAD, START, 60, [10, 20])], [], FIRST)
    const fromUtc = START + 30 * MINUTE_MS
    expect(await readBlock(store, LOAD, { fromUtc, toUtc: fromUtc + HOUR_MS })).toEqual({
      startsAtUtc: fromUtc,
      stepMinutes: 30,
      powerMw: Float64Array.from([10, 20]),
    })
    await expect(store.read([LOAD], { fromUtc: START + 1, toUtc: START + HOUR_MS })).rejects.toThrow(
      RangeError,
    )
  })

  test('keeps the first value if asked to, also against a finer one', async () => {
    const store = createSeriesStore(await openTestDatabase())
    await store.mirror([block(WIND, START, 60, [7, NaN])], [], FIRST)
    const later = [
      block(WIND, START, 60, [8, 9]),
      block(WIND, START, 15, [1, 1, 1, 1]),
      block(WIND, START + 2 * HOUR_MS, 15, [5]),
    ]
    expect(await store.writeAll([WIND], [later], LATER, 'keep-first')).toBe(2)
    const read = await readBlock(store, WIND, { fromUtc: START, toUtc: START + 3 * HOUR_MS })
    expect([...read.powerMw]).toEqual([7, 7, 7, 7, 9, 9, 9, 9, 5, NaN, NaN, NaN])
  })

  test('replaces finer values too, and only within its own intervals', async () => {
    const store = createSeriesStore(await openTestDatabase())
    const quarters = block(LOAD, START, 15, [1, 2, 3, 4, 5, 6, 7, 8])
    await store.mirror([quarters], [], FIRST)
    const hours = [block(LOAD, START, 60, [100]), block(LOAD, START + HOUR_MS, 15, [50])]
    expect(await store.mirror(hours, [], LATER)).toBe(6)
    expect(await store.mirror(hours, [], LATER)).toBe(0)
    const read = await readBlock(store, LOAD, { fromUtc: START, toUtc: START + 2 * HOUR_MS })
    expect([...read.powerMw]).toEqual([100, 100, 100, 100, 50, 6, 7, 8])
  })

  test('an hour has values of one source only, at any step', async () => {
    const hour = { fromUtc: START, toUtc: START + HOUR_MS }
    const other = Array.from({ length: 4 }, () => 10)
    const cases = [
      [60, [1], 15, other, 'replace', other],
      [15, [1, 2, 3, 4], 60, [5], 'replace', [5]],
      [15, [1, 2, 3, 4], 15, [10, 10], 'replace', [10, 10, NaN, NaN]],
      [15, [1, 2], 15, other, 'keep-first', [1, 2, NaN, NaN]],
      [60, [1], 15, other, 'keep-first', [1]],
    ] as const
    for (const [firstStep, first, step, values, mode, expected] of cases) {
      const store = createSeriesStore(await openTestDatabase())
      await store.mirror([block(LOAD, START, firstStep, [...first])], [], FIRST)
      await store.writeAll([LOAD], [[block(LOAD, START, step, [...values])]], OTHER, mode)
      expect([...(await readBlock(store, LOAD, hour)).powerMw]).toEqual(expected)
    }
  })

  test('does not store an infinite number', async () => {
    const store = createSeriesStore(await openTestDatabase())
    const blocks = [block(LOAD, START, 60, [Infinity, 1e300, 5])]
    expect(await store.mirror(blocks, [], FIRST)).toBe(1)
  })
})
