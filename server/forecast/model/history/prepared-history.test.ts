import { describe, expect, test } from 'vitest'

import { inventHistory, TEST_PLACE } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import type { DayTable } from './day-table.ts'
import { prepareHistory, type PreparedHistory, type PreparedQuantity } from './prepared-history.ts'

const FROM = '2025-05-01'
const KNOWN_HOURS = 8
const at = (day: number, hour: number) => day * HOURS_PER_DAY + hour

/** A spring's history in which some values are changed; days are of UTC + 2 from end to end, so slots and cells are the same. */
function prepare(change: (history: ReturnType<typeof inventHistory>['quantities']) => void): PreparedHistory {
  const history = inventHistory({ from: FROM, to: '2025-07-10' })
  change(history.quantities)
  const prepared = prepareHistory(history, TEST_PLACE, { knownHours: KNOWN_HOURS, unpublished: [] })
  prepared.advanceTo(prepared.grid.days + 1)
  return prepared
}

/** All tables of a quantity, as they are in the end. */
function tablesOf({ publishedTso, tso, error, firstHoursError }: PreparedQuantity) {
  const whole = (table: DayTable) => table.upTo(table.days - 1)
  return {
    publishedTso: whole(publishedTso),
    tso: whole(tso),
    error: whole(error),
    firstHoursError: whole(firstHoursError),
  }
}

function faultyDays({ tso, defectsOn }: PreparedQuantity): number[] {
  return Array.from({ length: tso.days }, (_, day) => day).filter((day) => defectsOn(day).size > 0)
}

const defectsOn = (history: PreparedHistory, quantity: 'load' | 'solar' | 'wind', day: number) => [
  ...history.quantities[quantity].defectsOn(day),
]

describe('a history', () => {
  test('without faults reports none', () => {
    const { quantities } = prepare(() => undefined)
    for (const quantity of Object.values(quantities)) {
      const { tso, publishedTso } = tablesOf(quantity)
      expect(faultyDays(quantity)).toEqual([])
      expect(tso).toEqual(publishedTso)
    }
  })

  test('repairs a lone broken hour of a forecast, and keeps what was published', () => {
    const history = prepare(({ load }) => {
      load.tso[at(20, 13)] = 100
    })
    const { tso, publishedTso } = tablesOf(history.quantities.load)
    expect(defectsOn(history, 'load', 20)).toEqual(['broken forecast hours'])
    expect(publishedTso[at(20, 13)]).toBe(100)
    expect(tso[at(20, 13)]).toBeCloseTo(((tso[at(20, 12)] ?? 0) + (tso[at(20, 14)] ?? 0)) / 2, 6)
  })

  test('does not learn from broken actual values', () => {
    const history = prepare(({ load, wind }) => {
      load.actual[at(20, 13)] = 4000
      load.actual[at(22, 3)] = 0
      wind.actual.fill(2222, at(30, 2), at(30, 14))
    })
    expect(defectsOn(history, 'load', 20)).toEqual(['broken actual hours'])
    expect(tablesOf(history.quantities.load).error[at(20, 13)]).toBeNaN()
    expect(tablesOf(history.quantities.load).error[at(22, 3)]).toBeNaN()
    expect(defectsOn(history, 'wind', 30)).toEqual(['broken actual hours'])
    expect(tablesOf(history.quantities.wind).error.subarray(at(30, 2), at(30, 14)).every(Number.isNaN)).toBe(
      true,
    )
    expect(tablesOf(history.quantities.wind).error[at(30, 14)]).not.toBeNaN()
  })

  test('does not learn from days beyond the limits of the level, and does not score against those that follow another', () => {
    const history = prepare(({ load }) => {
      for (let cell = at(40, 0); cell < at(43, 0); cell++) load.actual[cell] = 0.75 * (load.actual[cell] ?? 0)
    })
    const { quantities } = history
    const { error, firstHoursError } = tablesOf(quantities.load)
    const isEmpty = (table: Float64Array, day: number) =>
      table.subarray(at(day, 0), at(day, KNOWN_HOURS)).every(Number.isNaN)
    const emptyDays = (table: Float64Array) =>
      Array.from({ length: 10 }, (_, day) => 36 + day).filter((day) => isEmpty(table, day))
    expect(emptyDays(error)).toEqual([40, 41, 42])
    // The mornings after them are not trusted either.
    expect(emptyDays(firstHoursError)).toEqual([41, 42, 43])
    expect(emptyDays(quantities.load.scoredActual.upTo(50))).toEqual([41, 42])
    expect(faultyDays(quantities.load)).toEqual([41, 42])
    expect(defectsOn(history, 'load', 41)).toEqual(['suspicious level'])
    expect(faultyDays(quantities.wind)).toEqual([])
  })

  test('does not take the highest power from days beyond the limits of the level', () => {
    const history = prepare(({ load }) => {
      for (let cell = at(40, 0); cell < at(43, 0); cell++) load.actual[cell] = 1.5 * (load.actual[cell] ?? 0)
    })
    const { peakMw, plausiblePeakMw, publishedTso } = history.quantities.load
    const highestForecast = publishedTso
      .upTo(50)
      .slice(0, at(51, 0))
      .reduce((high, mw) => Math.max(high, mw || 0), 0)
    expect(peakMw.upTo(50)[50]).toBeGreaterThan(1.3 * highestForecast)
    expect(plausiblePeakMw.upTo(50)[50]).toBeLessThan(1.2 * highestForecast)
  })

  test('judges a morning only by its known hours', () => {
    const history = prepare(({ load }) => {
      load.actual[at(20, 3)] = 4000
      load.actual[at(21, 7)] = 4000
    })
    const { firstHoursError, error } = tablesOf(history.quantities.load)
    expect(firstHoursError[at(20, 3)]).toBeNaN()
    // Only the value of 08:00 can show whether 07:00 is a lone peak.
    expect(firstHoursError[at(21, 7)]).not.toBeNaN()
    expect(error[at(21, 7)]).toBeNaN()
  })

  test('uses a forecast that was stuck for a night but does not learn from it, and ignores one stuck for longer', () => {
    const history = prepare(({ load }) => {
      load.tso.fill(9000, at(20, 0), at(20, 9))
      load.tso.fill(9000, at(30, 8), at(31, 2))
    })
    const { tso, error } = tablesOf(history.quantities.load)
    expect(tso[at(20, 4)]).toBe(9000)
    expect(error.subarray(at(20, 0), at(20, 9)).every(Number.isNaN)).toBe(true)
    expect(tso.subarray(at(30, 8), at(31, 0)).every(Number.isNaN)).toBe(true)
  })

  test('fills short gaps in a forecast, but not long ones', () => {
    const history = prepare(({ wind }) => {
      wind.tso.fill(NaN, at(20, 4), at(20, 7))
      wind.tso.fill(NaN, at(25, 4), at(25, 8))
      wind.tso[at(30, 23)] = NaN
    })
    const { tso } = tablesOf(history.quantities.wind)
    expect(tso[at(20, 4)]).toBeCloseTo((3 * (tso[at(20, 3)] ?? 0) + (tso[at(20, 7)] ?? 0)) / 4, 6)
    expect(tso.subarray(at(25, 4), at(25, 8)).every(Number.isNaN)).toBe(true)
    expect(tso[at(30, 23)]).toBe(tso[at(30, 22)])
  })

  test('ignores a forecast that equals the actual values', () => {
    const history = prepare(({ load }) => {
      load.tso.set(load.actual)
    })
    const { error, tso } = tablesOf(history.quantities.load)
    expect(defectsOn(history, 'load', 10)).toEqual(['forecast equals actual'])
    expect(error.every((value) => Number.isNaN(value))).toBe(true)
    // Once two weeks have shown it, the forecast is not even used as an input.
    expect(tso[at(10, 12)]).not.toBeNaN()
    expect(tso.subarray(at(16, 0)).every(Number.isNaN)).toBe(true)
  })

  test('ignores the forecast of another fleet, and uses it again when it is right', () => {
    const history = prepare(({ solar }) => {
      for (let slot = 0; slot < at(35, 0); slot++) solar.tso[slot] = (solar.tso[slot] ?? 0) / 20
    })
    const { tso } = tablesOf(history.quantities.solar)
    expect(defectsOn(history, 'solar', 20)).toEqual(['other fleet'])
    expect(tso.subarray(at(20, 0), at(36, 0)).every(Number.isNaN)).toBe(true)
    expect(tso[at(66, 12)]).not.toBeNaN()
  })
})
