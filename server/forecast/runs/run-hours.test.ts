import { describe, expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { timeOfDay } from '#contract/zone-time.ts'
import { NO_BAND } from '#server/forecast/model/adaptive-conformal.ts'
import type { DayForecast } from '#server/forecast/model/day-forecast.ts'
import { createDayGrid, dayNumber, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

import { hoursOfDay, toRunHours } from './run-hours.ts'

const flat = (value: number) => new Float64Array(HOURS_PER_DAY).fill(value)

function target(tso: number, model: number): DayForecast['targets']['load'] {
  return { tso: flat(tso), model: flat(model), final: flat((tso + model) / 2), band: NO_BAND }
}

function forecastOf(day: number): DayForecast {
  const band = { low: flat(-100), high: flat(200), shift: 0 }
  return {
    day,
    targets: {
      residual: { ...target(600, 400), band },
      load: target(1000, 900),
      solar: target(300, 400),
      wind: target(100, 100),
    },
    weights: { load: 0.5, solar: 0.5, wind: 0.5 },
    uploads: [],
    missing: [],
    withoutTso: [],
    weatherWeights: { load: 0, solar: 0, wind: 0 },
  }
}

/** The run of a Brussels day from a history that begins the day before and ends two hours after it. */
function runOf(day: string, tsoAt: (utc: number) => number = () => 1000, windAt = (_utc: number) => 100) {
  const startsAtUtc = timeOfDay(day) - 24 * HOUR_MS
  const hours = 24 + 25 + 2
  const grid = createDayGrid('Europe/Brussels', startsAtUtc, hours)
  const row = dayNumber(day) - grid.firstDay
  const load = Float64Array.from({ length: hours }, (_, slot) => tsoAt(startsAtUtc + slot * HOUR_MS))
  const wind = Float64Array.from({ length: hours }, (_, slot) => windAt(startsAtUtc + slot * HOUR_MS))
  const tso = { load, solar: new Float64Array(hours).fill(300), wind }
  return toRunHours(forecastOf(row), grid, tso)
}

describe('hours of a run', () => {
  test('are the day’s and two beyond it', () => {
    const { startsAtUtc, p10, p90, final, tso, model } = runOf('2025-06-10')
    expect(startsAtUtc.length).toBe(26)
    expect(new Date(startsAtUtc[0] ?? 0).toISOString()).toBe('2025-06-09T22:00:00.000Z')
    expect(startsAtUtc.every((utc, index) => utc === (startsAtUtc[0] ?? 0) + index * HOUR_MS)).toBe(true)
    expect([tso.load[5], model.load[5], final.load[5]]).toEqual([1000, 900, 950])
    // 950 − 350 − 100, and the band around it.
    expect([p10[5], p90[5]]).toEqual([400, 700])
  })

  test('are 23 on the day in spring, and 25 in autumn', () => {
    expect(runOf('2025-03-30').startsAtUtc.length).toBe(25)
    const { startsAtUtc } = runOf('2025-10-26')
    expect(startsAtUtc.length).toBe(27)
    expect(new Set(startsAtUtc).size).toBe(27)
  })

  test('of the doubled hour and beyond the day are the hour’s forecast, moved to the TSO’s value there', () => {
    const second = Date.parse('2025-10-26T01:00Z')
    const beyond = Date.parse('2025-10-26T23:00Z')
    const { startsAtUtc, tso, model, final } = runOf('2025-10-26', (utc) =>
      utc === second ? 1300 : utc >= beyond ? 2000 : 1000,
    )
    const at = startsAtUtc.indexOf(second)
    expect([tso.load[at - 1], model.load[at - 1]]).toEqual([1000, 900])
    expect([tso.load[at], model.load[at], final.load[at]]).toEqual([1300, 1200, 1250])
    const tail = startsAtUtc.indexOf(beyond)
    expect(tail).toBe(25)
    expect([tso.load[tail], model.load[tail]]).toEqual([2000, 1900])
  })

  test('end with the day where the TSO has published no further', () => {
    const end = Date.parse('2025-06-10T22:00Z')
    expect(runOf('2025-06-10', (utc) => (utc < end ? 1000 : NaN)).startsAtUtc.length).toBe(24)
    const windUntil = (hours: number) => (utc: number) => (utc < end + hours * HOUR_MS ? 100 : NaN)
    expect(runOf('2025-06-10', undefined, windUntil(0)).startsAtUtc.length).toBe(24)
    expect(runOf('2025-06-10', undefined, windUntil(1)).startsAtUtc.length).toBe(25)
  })

  test('know which hour is borrowed', () => {
    const grid = createDayGrid('Europe/Brussels', timeOfDay('2025-10-26'), 25)
    const borrowed = hoursOfDay(grid, 0).filter(({ isBorrowed }) => isBorrowed)
    expect(borrowed).toEqual([{ slot: 3, hour: 2, isBorrowed: true, isBeyond: false }])
  })
})
