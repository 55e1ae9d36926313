import { expect, test } from 'vitest'

import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { createSurplus } from '#server/forecast/model/history/surplus.ts'
import { inventHistory, prepareInvented } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import { createWindCorrection } from './wind-model.ts'

const SPRING = { from: '2025-04-01', to: '2025-07-10' }
const KNOWN_HOURS = 8

/** A small error that changes by the hour. Without one a forecast is a scaled copy of the actual values. */
const ripple = (slot: number) => 1 + 0.02 * Math.sin(slot / 2.3)

/** The expected error of the last day by hour, MW. */
function correctionOf(history: HourlyHistory): Float64Array {
  const prepared = prepareInvented(history, { knownHours: KNOWN_HOURS })
  return createWindCorrection(prepared, createSurplus(prepared)).predict(prepared.lastDay)
}

test('an error in proportion to the wind is found', () => {
  const history = inventHistory(SPRING)
  const { actual, tso } = history.quantities.wind
  for (const [slot, value] of tso.entries()) actual[slot] = 0.8 * ripple(slot) * value
  const last = tso.subarray(history.hours - HOURS_PER_DAY)
  const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0)
  const share = sumOf(correctionOf(history)) / sumOf(last)
  expect(share).toBeLessThan(-0.1)
  expect(share).toBeGreaterThan(-0.3)
})

test('this morning’s error is carried on and fades', () => {
  const history = inventHistory(SPRING)
  const { actual, tso } = history.quantities.wind
  // Every day errs at its beginning by what its day before erred in the morning.
  const errorOn = (day: number) => 300 * Math.sin(day * day)
  for (const [slot, value] of tso.entries()) {
    const hour = slot % HOURS_PER_DAY
    const day = Math.floor(slot / HOURS_PER_DAY)
    actual[slot] = Math.max(
      0,
      1.01 * value + (hour < KNOWN_HOURS ? errorOn(day) + errorOn(day - 1) * Math.exp(-hour / 6) : 0),
    )
  }
  const calm = structuredClone(history)
  const today = history.hours - 2 * HOURS_PER_DAY
  for (let slot = today; slot < today + KNOWN_HOURS; slot++) {
    history.quantities.wind.actual[slot] = (tso[slot] ?? NaN) + 400
    calm.quantities.wind.actual[slot] = 1.01 * (tso[slot] ?? NaN)
  }
  const [windy, still] = [correctionOf(history), correctionOf(calm)]
  const carried = windy.map((value, hour) => value - (still[hour] ?? NaN))
  expect(carried[0]).toBeGreaterThan(20)
  expect(carried[12]).toBeLessThan(0.4 * (carried[0] ?? NaN))
})

test('turbines that are switched off in a surplus are expected to be', () => {
  const history = inventHistory(SPRING)
  const { load, solar, wind } = history.quantities
  // Every third noon there is more sun than load, and half of the wind is switched off.
  for (let slot = 0; slot < history.hours; slot++) {
    wind.actual[slot] = 1.01 * ripple(slot) * (wind.tso[slot] ?? NaN)
    const isNoon = slot % HOURS_PER_DAY >= 11 && slot % HOURS_PER_DAY < 14
    if (!isNoon || Math.floor(slot / HOURS_PER_DAY) % 3 !== (history.hours / HOURS_PER_DAY - 1) % 3) continue
    solar.tso[slot] = load.tso[slot] ?? NaN
    wind.actual[slot] = 0.5 * (wind.tso[slot] ?? NaN)
  }
  const values = correctionOf(history)
  expect(values[12]).toBeLessThan(-100)
  expect(Math.abs(values[6] ?? NaN)).toBeLessThan(0.4 * Math.abs(values[12] ?? NaN))
})

test('a short history corrects nothing, and a calm little', () => {
  const short = inventHistory({ from: '2025-05-10', to: '2025-05-31' })
  expect(correctionOf(short).every((value) => value === 0)).toBe(true)
  const history = inventHistory(SPRING)
  const { actual, tso } = history.quantities.wind
  actual.set(tso.map((value, slot) => 0.55 * ripple(slot) * value))
  // A calm day after windy ones.
  for (let hour = 1; hour <= HOURS_PER_DAY; hour++) tso[history.hours - hour] = 3 + (hour % 2)
  const last = history.quantities.wind.tso.subarray(history.hours - HOURS_PER_DAY)
  // The whole correction would be all of the forecast.
  for (const [hour, value] of correctionOf(history).entries())
    expect(Math.abs(value)).toBeLessThan(0.5 * (last[hour] ?? NaN))
})

test('a fleet that stands still in most hours has a correction in each', () => {
  const history = inventHistory(SPRING)
  const { actual, tso } = history.quantities.wind
  for (const [slot, value] of tso.entries()) tso[slot] = slot % HOURS_PER_DAY < 14 ? 0 : value
  actual.set(tso.map((value, slot) => 0.8 * ripple(slot) * value))
  const values = correctionOf(history)
  expect([...values].filter(Number.isNaN)).toEqual([])
  expect(values[20]).toBeLessThan(0)
})
