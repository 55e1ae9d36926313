import { describe, expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import type { Kind, Quantity } from '#server/series/series.ts'
import { block } from '#server/testing/blocks.ts'

import { refuseImplausible, withoutPlaceholders } from './plausible-values.ts'

const FROM_UTC = Date.UTC(2026, 10, 20)

function check(quantity: Quantity, kind: Kind, values: readonly number[], now = FROM_UTC + 100 * HOUR_MS) {
  const { block: checked, refused } = refuseImplausible(
    block({ area: 'DE', quantity, kind }, FROM_UTC, 60, [...values]),
    now,
  )
  return { values: [...checked.powerMw], refused }
}

describe('values that cannot be true', () => {
  test('of load: none at all, negative, more than Europe needs', () => {
    const values = [0, -1, 500_001, Infinity, -Infinity, NaN, 0.1, 500_000]
    const expected = [NaN, NaN, NaN, NaN, NaN, NaN, 0.1, 500_000]
    expect(check('load', 'actual', values)).toEqual({ values: expected, refused: 5 })
    expect(check('load', 'tso', values)).toEqual({ values: expected, refused: 5 })
  })

  test.each(['solar', 'wind'] as const)('of %s: far below zero, not what plants draw', (quantity) => {
    expect(check(quantity, 'actual', [-3, -100, -101, 0, 60_000])).toEqual({
      values: [-3, -100, NaN, 0, 60_000],
      refused: 1,
    })
  })

  test('of the future: an interval that is not over has no actual value, but a forecast', () => {
    const now = FROM_UTC + 1.5 * HOUR_MS
    expect(check('load', 'actual', [1, 2, 3], now)).toEqual({ values: [1, NaN, NaN], refused: 2 })
    expect(check('load', 'tso', [1, 2, 3], now)).toEqual({ values: [1, 2, 3], refused: 0 })
  })
})

test('zeros before a zero of the future are not measured yet, a day back at most; other zeros are', () => {
  const now = FROM_UTC + 4.5 * HOUR_MS
  const check5 = (quantity: Quantity, kind: Kind, values: readonly number[]) =>
    check(quantity, kind, values, now)
  for (const quantity of ['solar', 'wind'] as const) {
    expect(check5(quantity, 'actual', [5, 0, 0, 0, 0, 0])).toEqual({
      values: [5, NaN, NaN, NaN, NaN, NaN],
      refused: 5,
    })
    expect(check5(quantity, 'actual', [0, 0, 7, 0, 0])).toEqual({ values: [0, 0, 7, NaN, NaN], refused: 2 })
    expect(check5(quantity, 'actual', [5, 0, 0, 0, 3])).toEqual({ values: [5, 0, 0, 0, NaN], refused: 1 })
    expect(check5(quantity, 'actual', [5, 0, 0, 0])).toEqual({ values: [5, 0, 0, 0], refused: 0 })
    expect(check5(quantity, 'tso', [5, 0, 0, 0, 0])).toEqual({ values: [5, 0, 0, 0, 0], refused: 0 })
  }
  const calm = check('wind', 'actual', Array<number>(40).fill(0), FROM_UTC + 38.5 * HOUR_MS)
  expect(calm.values.lastIndexOf(0)).toBe(13)
})

test('a forecast of the sun that is all zero is a placeholder in summer, and can be true in winter', () => {
  const forecast = (fromUtc: number, noonMw: number) =>
    block(
      { area: 'SK', quantity: 'solar', kind: 'tso' },
      fromUtc,
      60,
      Array<number>(24).fill(0).with(12, noonMw),
    )
  const [june, december] = [Date.UTC(2026, 5, 18, 22), Date.UTC(2026, 11, 18, 23)]
  expect(withoutPlaceholders([forecast(june, 0)])).toEqual([])
  expect(withoutPlaceholders([forecast(june, 1)])).toHaveLength(1)
  expect(withoutPlaceholders([forecast(december, 0)])).toHaveLength(1)
})
