import { describe, expect, test } from 'vitest'

import { inventHistory, EARLY, TEST_PLACE } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { createKnownHistory } from './known-history.ts'

const KNOWN_HOURS = 8
const DAY = 20

/** The history as it is known when the forecast of `DAY` is made. */
function know(unpublished: readonly ('solar' | 'wind')[] = []) {
  const history = inventHistory({ from: '2025-05-01', to: '2025-06-10' })
  const known = createKnownHistory(history, TEST_PLACE, { knownHours: KNOWN_HOURS, unpublished })
  known.advanceTo(DAY)
  return known
}

const hoursOf = (table: Float64Array, day: number) =>
  table.slice(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
const countKnown = (table: Float64Array, day: number) =>
  hoursOf(table, day).filter((value) => !Number.isNaN(value)).length

describe('a history', () => {
  test('holds whole days until two before the delivery day', () => {
    const { actual } = know().quantities.load
    const table = actual.upTo(DAY - 2)
    expect(countKnown(table, DAY - 2)).toBe(HOURS_PER_DAY)
    expect(table.slice((DAY - 1) * HOURS_PER_DAY).every(Number.isNaN)).toBe(true)
    expect(() => actual.upTo(DAY - 1)).toThrow('Day 19 is not known yet')
  })

  test('holds the first hours of the day before', () => {
    const { actualSoFar } = know().quantities.wind
    const table = actualSoFar.upTo(DAY - 1)
    expect(countKnown(table, DAY - 1)).toBe(KNOWN_HOURS)
    expect(table.slice((DAY - 1) * HOURS_PER_DAY + KNOWN_HOURS).every(Number.isNaN)).toBe(true)
    expect(() => actualSoFar.upTo(DAY)).toThrow('Day 20 is not known yet')
  })

  test('holds forecasts up to the delivery day', () => {
    const { tso } = know().quantities.solar
    expect(countKnown(tso.upTo(DAY), DAY)).toBe(HOURS_PER_DAY)
    expect(
      tso
        .upTo(DAY)
        .slice((DAY + 1) * HOURS_PER_DAY)
        .every(Number.isNaN),
    ).toBe(true)
    expect(() => tso.upTo(DAY + 1)).toThrow('Day 21 is not known yet')
  })

  test('holds no wind and solar forecasts of the delivery day before they are published', () => {
    const { load, wind } = know(EARLY).quantities
    expect(countKnown(load.tso.upTo(DAY), DAY)).toBe(HOURS_PER_DAY)
    expect(countKnown(wind.tso.upTo(DAY - 1), DAY)).toBe(0)
    expect(() => wind.tso.upTo(DAY)).toThrow('Day 20 is not known yet')
  })

  test('grows as its information time moves on, and never goes back', () => {
    const known = know()
    known.advanceTo(DAY + 1)
    expect(countKnown(known.quantities.load.actual.upTo(DAY - 1), DAY - 1)).toBe(HOURS_PER_DAY)
    expect(() => known.advanceTo(DAY)).toThrow('can only move forward')
  })
})
