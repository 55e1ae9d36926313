import { WEEK_DAYS } from '#contract/time.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  meanOfHours,
  MONTH_DAYS,
  MONTH_WEEKS,
  trailingMeans,
} from '#server/forecast/model/history/day-means.ts'
import {
  describeHours,
  ifWhole,
  createDayTable,
  perDay,
  rowOf,
  subtractTables,
  type DayTable,
  type DayModel,
} from '#server/forecast/model/history/day-table.ts'
import { keepInRange, trackCeiling } from '#server/forecast/model/history/power-ceiling.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'

import { createLoadModel, type LoadModel } from './load-model.ts'

const WEEK_CELLS = WEEK_DAYS * HOURS_PER_DAY

/** The week before, corrected like a TSO's forecast. */
export function createHistoryLoad(
  { grid, weekdayOn, knownHours, quantities }: PreparedHistory,
  weather: readonly DayTable[],
): LoadModel {
  const { actual, firstHoursActual } = quantities.load
  const weekBefore = createDayTable(grid.days, (table, day) => {
    const values = actual.upTo(day - WEEK_DAYS)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
      const value = values[cell - WEEK_CELLS] ?? NaN
      table[cell] = Number.isNaN(value) ? (values[cell - 2 * WEEK_CELLS] ?? NaN) : value
    }
  })
  return createLoadModel({
    firstDay: grid.firstDay,
    weekdayOn,
    knownHours,
    error: subtractTables(actual, weekBefore),
    firstHoursError: subtractTables(firstHoursActual, weekBefore),
    forecast: weekBefore,
    solar: null,
    wind: null,
    weather,
  })
}

const LATE_HOURS = 4
const WIND_FEATURES = 4

/** This morning's wind, and the TSO's forecast for the rest of today. */
export function createHistoryWind({ grid, knownHours, quantities }: PreparedHistory): DayModel {
  const { actual, firstHoursActual, tso } = quantities.wind
  const features = describeHours(grid.days, WIND_FEATURES, (day) => {
    const yesterday = (day - 1) * HOURS_PER_DAY
    const firstHours = firstHoursActual.upTo(day - 1)
    const forecasts = tso.upTo(day - 1)
    const profile = Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const known = hour < knownHours ? (firstHours[yesterday + hour] ?? NaN) : NaN
      return Number.isNaN(known) ? (forecasts[yesterday + hour] ?? NaN) : known
    })
    fillForward(profile, actual.upTo(day - 2)[yesterday - 1] ?? NaN)
    const late = meanOfHours(profile, HOURS_PER_DAY - LATE_HOURS)
    const row = [1, late, profile[HOURS_PER_DAY - 1] ?? NaN, meanOfHours(profile)]
    return () => ifWhole(row)
  })
  const ridge = createRollingRidge(features, actual, {
    neighbourWeight: 1,
    lambda: 0.3,
    unpenalised: 1,
    firstDay: 6,
  })
  const ceilingMw = trackCeiling(quantities.wind)
  return {
    predict(day) {
      const ceiling = ceilingMw.upTo(day)[day] ?? NaN
      return ridge.predict(day).map((value) => keepInRange(value, ceiling))
    },
  }
}

function fillForward(profile: Float64Array, before: number): void {
  let last = before
  for (const [hour, value] of profile.entries()) {
    if (Number.isNaN(value)) profile[hour] = last
    else last = value
  }
}

/** The month's mean day, scaled to the season and to the TSO's forecast of today. */
export function createHistorySolar({ grid, place: { latitude }, quantities }: PreparedHistory): DayModel {
  const { actual, tso } = quantities.solar
  const monthMean = trailingMeans(actual, MONTH_WEEKS)
  const clearSky = perDay(grid.days, (day) => {
    let past = 0
    for (let back = 2; back <= MONTH_DAYS + 1; back++)
      past += clearSkyEnergy(latitude, grid.firstDay + day - back)
    return (clearSkyEnergy(latitude, grid.firstDay + day) * MONTH_DAYS) / past
  })
  const usual = (day: number, hour: number): number =>
    (monthMean.upTo(day - 2)[(day - 2) * HOURS_PER_DAY + hour] ?? NaN) * (clearSky.upTo(day)[day] ?? NaN)
  const features = describeHours(grid.days, 2, (day) => {
    const energy = Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => usual(day, hour))
    const expected = rowOf(tso, day - 1)
    const isKnown = (_: number, hour: number) =>
      !Number.isNaN((expected[hour] ?? NaN) + (energy[hour] ?? NaN))
    const today = sumOf(expected.filter(isKnown)) / sumOf(energy.filter(isKnown))
    const sunnier = Number.isFinite(today) && today > 0 ? today - 1 : 0
    return (hour) => [energy[hour] ?? NaN, (energy[hour] ?? NaN) * sunnier]
  })
  const ridge = createRollingRidge(features, actual, {
    neighbourWeight: null,
    lambda: 500,
    unpenalised: 0,
    firstDay: MONTH_DAYS + 1,
  })
  const ceilingMw = trackCeiling(quantities.solar)
  return {
    predict(day) {
      const rows = features.tableWith(day)
      const isTrained = day > 2 * MONTH_DAYS
      const ceiling = ceilingMw.upTo(day)[day] ?? NaN
      return ridge
        .predict(day)
        .map((value, hour) =>
          keepInRange(isTrained ? value : (rows[2 * (day * HOURS_PER_DAY + hour)] ?? NaN), ceiling),
        )
    },
  }
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Energy above the atmosphere, in relative units; latitude in degrees. */
export function clearSkyEnergy(latitude: number, dayNumber: number): number {
  const phase = (2 * Math.PI * (dayNumber - 79.5)) / 365.2425
  const declination = 0.4093 * Math.sin(phase)
  const phi = (latitude * Math.PI) / 180
  const cosSunset = Math.min(1, Math.max(-1, -Math.tan(phi) * Math.tan(declination)))
  const sunset = Math.acos(cosSunset)
  return (
    sunset * Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.sin(sunset)
  )
}
