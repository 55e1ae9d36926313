import { describe, expect, test } from 'vitest'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { toDayTable } from '#server/forecast/model/history/day-table.ts'
import { createRandom } from '#server/testing/market-history.ts'

import { createDayRidge, createRollingRidge, type RollingRidgeOptions } from './rolling-ridge.ts'

const DAYS = 130
const random = createRandom(11)
const inputs = Float64Array.from({ length: DAYS * HOURS_PER_DAY }, () => 10 * (random() - 0.5))
const table = Float64Array.from({ length: 2 * inputs.length }, (_, at) =>
  at % 2 === 0 ? 1 : (inputs[(at - 1) / 2] ?? NaN),
)
const features = { width: 2, tableWith: () => table }
/** Every hour has its own slope, which changes on one day. */
const slopeOf = (day: number, hour: number, changesOn: number) => (day < changesOn ? 1 : 2) * (hour + 1)
const targetOf = (changesOn: number) =>
  inputs.map((input, cell) => {
    const hour = cell % HOURS_PER_DAY
    return 50 + slopeOf(Math.floor(cell / HOURS_PER_DAY), hour, changesOn) * input
  })
const OPTIONS = { windowDays: 730, neighbourWeight: 0, lambda: 0.001, unpenalised: 1, firstDay: 6 }

function errorOn(day: number, target: Float64Array, options: Partial<RollingRidgeOptions>): number {
  const model = createRollingRidge(features, toDayTable(target), { ...OPTIONS, ...options })
  const prediction = model.predict(day)
  return prediction.reduce(
    (sum, value, hour) => sum + Math.abs(value - (target[day * HOURS_PER_DAY + hour] ?? NaN)) / HOURS_PER_DAY,
    0,
  )
}

describe('rolling ridge', () => {
  test('learns each hour for itself', () => {
    expect(errorOn(100, targetOf(Infinity), {})).toBeLessThan(0.01)
  })

  test('forgets what lies before its window', () => {
    const target = targetOf(60)
    expect(errorOn(125, target, { windowDays: 50 })).toBeLessThan(0.01)
  })

  test('gives the same, day by day or at once', () => {
    const target = targetOf(60)
    const walking = createRollingRidge(features, toDayTable(target), { ...OPTIONS, windowDays: 40 })
    for (let day = 20; day < 125; day++) walking.predict(day)
    const atOnce = createRollingRidge(features, toDayTable(target), { ...OPTIONS, windowDays: 40 })
    for (const [hour, value] of atOnce.predict(125).entries())
      expect(walking.predict(125)[hour]).toBeCloseTo(value, 6)
  })

  test('lets hours learn from those beside them', () => {
    const few = targetOf(Infinity).map((value, cell) => (cell % HOURS_PER_DAY === 5 ? NaN : value))
    const alone = createRollingRidge(features, toDayTable(few), OPTIONS).predict(100)
    const near = createRollingRidge(features, toDayTable(few), {
      ...OPTIONS,
      neighbourWeight: 1,
    }).predict(100)
    expect(alone[5]).toBe(0)
    expect(Math.abs((near[5] ?? NaN) - (50 + 6 * (inputs[100 * HOURS_PER_DAY + 5] ?? NaN)))).toBeLessThan(1)
  })

  test('pools all hours into one regression', () => {
    const mean = 50 + 12.5 * (inputs[100 * HOURS_PER_DAY + 3] ?? NaN)
    const pooled = createRollingRidge(features, toDayTable(targetOf(Infinity)), {
      ...OPTIONS,
      neighbourWeight: null,
    })
    expect(Math.abs((pooled.predict(100)[3] ?? NaN) - mean)).toBeLessThan(5)
  })

  test('gives the same for a day of before as at first', () => {
    const create = () =>
      createRollingRidge(features, toDayTable(targetOf(60)), { ...OPTIONS, windowDays: 40 })
    const back = create()
    back.predict(125)
    expect([...back.predict(90)]).toEqual([...create().predict(90)])
  })

  test('with a fit that serves weeks predicts the same for a day, whichever day was asked for first', () => {
    const refit = { everyDays: 28, firstDate: 5, minDays: 42 }
    const create = () => createRollingRidge(features, toDayTable(targetOf(60)), { ...OPTIONS, refit })
    const walking = create()
    const walked = Array.from({ length: DAYS }, (_, day) => walking.predict(day))
    // The fit of row 51, which is a multiple of 28 on the calendar, is the first that knows 42 days.
    expect(walked.findIndex((values) => values.every(Number.isFinite))).toBe(51)
    for (const day of [60, 78, 79, 125])
      for (const [hour, value] of create().predict(day).entries())
        expect(walked[day]?.[hour]).toBeCloseTo(value, 6)
  })

  test('predicts nothing for an hour whose features are missing', () => {
    const holed = { width: 2, tableWith: () => table.with((100 * HOURS_PER_DAY + 4) * 2, NaN) }
    const prediction = createRollingRidge(holed, toDayTable(targetOf(Infinity)), OPTIONS).predict(100)
    expect(prediction[4]).toBeNaN()
    expect(prediction.filter(Number.isNaN).length).toBe(1)
  })

  test('on features of whole days is that of every hour by itself, also of hours that days lack', () => {
    const ofDays = Float64Array.from({ length: 3 * DAYS }, (_, at) =>
      at % 3 === 0 ? 1 : 10 * (random() - 0.5),
    )
    const ofHours = Float64Array.from({ length: 3 * DAYS * HOURS_PER_DAY }, (_, at) => {
      const day = Math.floor(at / (3 * HOURS_PER_DAY))
      return ofDays[3 * day + (at % 3)] ?? NaN
    })
    const target = Float64Array.from(targetOf(60), (mw, cell) => {
      const [day, hour] = [Math.floor(cell / HOURS_PER_DAY), cell % HOURS_PER_DAY]
      const isLacking = (hour === 2 && day === 87) || (hour > 20 && day % 10 === 0) || day === 95
      return isLacking ? NaN : mw
    })
    const options = { lambda: 20, unpenalised: 1, firstDay: 6, windowDays: 40 }
    const byDay = createDayRidge({ width: 3, tableWith: () => ofDays }, toDayTable(target), options)
    const byHour = createRollingRidge({ width: 3, tableWith: () => ofHours }, toDayTable(target), {
      ...options,
      neighbourWeight: 0,
    })
    for (let day = 60; day < DAYS; day++)
      for (const [hour, value] of byHour.predict(day).entries())
        expect(byDay.predict(day)[hour]).toBeCloseTo(value, 6)
  })
})
