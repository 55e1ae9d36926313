import { expect, test } from 'vitest'

import { byQuantity, type Quantity } from '#server/series/series.ts'
import { createRandom, inventHistory, prepareInvented } from '#server/testing/market-history.ts'

import { HOURS_PER_DAY, layOverDays } from './history/day-grid.ts'
import { type DayModel, rowOf, toDayTable } from './history/day-table.ts'
import { correctOwnErrors, tabulatePast } from './own-error.ts'

/** The TSO's forecasts as models, and how they err in one quantity: `errorOf(day, hour)` MW. */
function correct(
  errorOf: (day: number, hour: number) => number,
  quantity: Quantity = 'load',
  unpublished: readonly Quantity[] = [],
  dawnMw?: (day: number) => number,
  to = '2025-06-30',
): { plain: Float64Array; corrected: Float64Array } {
  const history = inventHistory({ from: '2024-01-01', to })
  const { actual, tso } = history.quantities[quantity]
  const random = createRandom(5)
  for (const [slot, value] of tso.entries())
    actual[slot] =
      value + 400 * (random() - 0.5) + errorOf(Math.floor(slot / HOURS_PER_DAY), slot % HOURS_PER_DAY)
  if (dawnMw !== undefined)
    history.quantities.solar.tso.forEach((_, slot, solar) => {
      if (slot % HOURS_PER_DAY < 5) solar[slot] = dawnMw(Math.floor(slot / HOURS_PER_DAY))
    })
  const prepared = prepareInvented(history, { unpublished })
  const models = byQuantity((each): DayModel => {
    const table = toDayTable(layOverDays(prepared.grid, history.quantities[each].tso))
    return { predict: (day) => rowOf(table, day).slice() }
  })
  const corrected = correctOwnErrors(models, tabulatePast(models, prepared), prepared)
  const { lastDay } = prepared
  return { plain: models[quantity].predict(lastDay), corrected: corrected[quantity].predict(lastDay) }
}

const meanStep = ({ plain, corrected }: ReturnType<typeof correct>) =>
  corrected.reduce((sum, mw, hour) => sum + mw - (plain[hour] ?? NaN), 0) / HOURS_PER_DAY

test('an error that comes back on a weekday is taken off', () => {
  // 30 June 2025 is a Monday, and so is the first day of the history.
  expect(meanStep(correct((day) => (day % 7 === 0 ? 500 : 0)))).toBeGreaterThan(150)
  expect(Math.abs(meanStep(correct((day) => (day % 7 === 1 ? 500 : 0))))).toBeLessThan(50)
})

test('a step that lately made the afternoon worse is taken in the morning only', () => {
  const untilLately = (day: number, hour: number) =>
    day % 7 === 0 ? (hour >= 10 && day >= 412 ? -500 : 500) : 0
  const { plain, corrected } = correct(untilLately)
  const steps = corrected.map((mw, hour) => mw - (plain[hour] ?? NaN))
  expect(Math.min(...steps.subarray(0, 6))).toBeGreaterThan(50)
  expect([...steps.subarray(12)]).toEqual(Array.from({ length: 12 }, () => 0))
})

test('a public holiday has no step of load', () => {
  const onSundays = (day: number) => (day % 7 === 6 ? 500 : 0)
  const ofDay = (to: string, quantity?: Quantity) => meanStep(correct(onSundays, quantity, [], undefined, to))
  // A Sunday, and Whit Monday, which counts as one.
  expect(ofDay('2025-06-22')).toBeGreaterThan(150)
  expect(ofDay('2025-06-09')).toBe(0)
  expect(ofDay('2025-06-09', 'wind')).toBeGreaterThan(50)
})

test('a fifth of the error of last Christmas is expected again, three dates together', () => {
  // 25 December 2024 is day 359 of the history; 7 January 2025 is beyond.
  const lastYear = (day: number) => (day >= 358 && day <= 360 ? 1000 : 0)
  const onChristmas = (to: string) => meanStep(correct(lastYear, 'load', [], undefined, to))
  expect(onChristmas('2025-12-25')).toBeCloseTo(200, -2)
  expect(onChristmas('2025-12-28')).toBeCloseTo(0, -2)
  const late = (day: number) => (day >= 371 && day <= 373 ? 1000 : 0)
  expect(Math.abs(meanStep(correct(late, 'load', [], undefined, '2026-01-07')))).toBeLessThan(50)
  expect(Math.abs(meanStep(correct(lastYear, 'wind', [], undefined, '2025-12-25')))).toBeLessThan(50)
})

test('an error that nothing foretells changes little', () => {
  const random = createRandom(3)
  const errors = Array.from({ length: 600 }, () => 1000 * (random() - 0.5))
  expect(Math.abs(meanStep(correct((day) => errors[day] ?? 0)))).toBeLessThan(30)
})

test('a sun from history alone keeps no step that made the last four weeks worse', () => {
  const untilLately = (day: number) => (day % 7 === 0 ? (day < 512 ? 250 : -250) : 0)
  expect(meanStep(correct(untilLately, 'solar'))).toBeGreaterThan(50)
  expect(meanStep(correct(untilLately, 'solar', ['solar', 'wind']))).toBe(0)
  expect(meanStep(correct((day) => (day % 7 === 0 ? 250 : 0), 'solar', ['solar', 'wind']))).toBeGreaterThan(
    50,
  )
})

test('a sun at dawn that was almost 0 all along makes no step larger than any error', () => {
  const random = createRandom(7)
  const dawnMw = (day: number) => (day < 546 ? 1e-6 * random() : 500)
  const onMondays = (day: number) => (day % 7 === 0 ? 500 : 0)
  expect(Math.abs(meanStep(correct(onMondays, 'load', [], dawnMw)))).toBeLessThan(1000)
})
