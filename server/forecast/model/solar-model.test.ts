import { expect, test } from 'vitest'

import type { HourlyHistory } from '#server/forecast/model/history/known-history.ts'
import { createSurplus } from '#server/forecast/model/history/surplus.ts'
import { inventHistory, prepareInvented } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY } from './history/day-grid.ts'
import { createSolarCorrection } from './solar-model.ts'

/** The expected error of the last day over the TSO's forecast of that day, where the sun is high; and by hour. */
function correctionOf(history: HourlyHistory) {
  const prepared = prepareInvented(history, { knownHours: 16 })
  const { lastDay } = prepared
  const byHour = createSolarCorrection(prepared, createSurplus(prepared)).predict(lastDay)
  const forecast = prepared.quantities.solar.tso.upTo(lastDay).subarray(lastDay * HOURS_PER_DAY)
  return { byHour, forecast, share: (byHour[12] ?? NaN) / (forecast[12] ?? NaN) }
}

const invent = (solarBias: number, from = '2025-03-01') =>
  inventHistory({ from, to: '2025-05-31', solarBias })

test('an error in proportion to the forecast is found, drawn towards none', () => {
  expect(correctionOf(invent(0.2)).share).toBeCloseTo(-0.2, 1)
  expect(correctionOf(invent(-0.2)).share).toBeCloseTo(0.2, 1)
  expect(Math.abs(correctionOf(invent(0)).share)).toBeLessThan(0.03)
})

test('nothing is corrected at night, and no power falls below zero', () => {
  const { byHour, forecast } = correctionOf(invent(0.45))
  for (const [hour, value] of byHour.entries()) expect(value).toBeGreaterThanOrEqual(-(forecast[hour] ?? NaN))
  const atNight = byHour.filter((_, hour) => forecast[hour] === 0)
  expect(atNight.length).toBeGreaterThan(4)
  for (const value of atNight) expect(value).toBeCloseTo(0, 9)
})

test('a short history corrects nothing', () => {
  expect(correctionOf(invent(0.2, '2025-05-20')).byHour.every((value) => value === 0)).toBe(true)
})

test('today’s error so far moves tomorrow’s forecast', () => {
  // Days of fog that last: what the morning lacks, the next day lacks too.
  const history = invent(0)
  const { actual } = history.quantities.solar
  const foggy = (day: number) => day % 8 < 4
  for (const [slot, value] of actual.entries())
    if (foggy(Math.floor((slot + 1) / 24))) actual[slot] = 0.8 * value
  const clear = structuredClone(history)
  const today = history.hours - 2 * HOURS_PER_DAY
  for (let slot = today; slot < today + 16; slot++) {
    const tso = history.quantities.solar.tso[slot] ?? NaN
    history.quantities.solar.actual[slot] = 0.8 * tso
    clear.quantities.solar.actual[slot] = 1.01 * tso
  }
  expect(correctionOf(history).share).toBeLessThan(correctionOf(clear).share - 0.005)
})

test('a missing day changes next to nothing', () => {
  const history = invent(0.2)
  const whole = correctionOf(history).share
  history.quantities.solar.actual.fill(NaN, history.hours - 240, history.hours - 216)
  expect(correctionOf(history).share).toBeCloseTo(whole, 2)
})
