import { WEEK_DAYS } from '#server/series/series.ts'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  meanOfHours,
  MONTH_DAYS,
  MONTH_WEEKS,
  trailingMeans,
} from '#server/forecast/model/history/day-means.ts'
import { rememberDays } from '#server/forecast/model/history/day-rows.ts'
import { createHourlyRidge } from '#server/forecast/model/regression/hourly-ridge.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { createLoadCorrection } from './load-model.ts'
import { createPooledRidge } from '#server/forecast/model/regression/pooled-ridge.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'

/** Load without a TSO forecast: the week before, corrected as a TSO's forecast would be. */
export function createHistoryLoad({ grid, knownHours, quantities }: PreparedHistory): DayModel {
  const { actual, morningActual } = quantities.load
  const weekBefore = actual.map((_, cell) => {
    const value = actual[cell - WEEK_DAYS * HOURS_PER_DAY] ?? NaN
    return Number.isNaN(value) ? (actual[cell - 2 * WEEK_DAYS * HOURS_PER_DAY] ?? NaN) : value
  })
  const correction = createLoadCorrection({
    firstDay: grid.firstDay,
    knownHours,
    error: actual.map((value, cell) => value - (weekBefore[cell] ?? NaN)),
    morningError: morningActual.map((value, cell) => value - (weekBefore[cell] ?? NaN)),
    forecast: weekBefore,
    windAndSolar: null,
  })
  return {
    predict(day) {
      return correction
        .predict(day)
        .map((value, hour) => value + (weekBefore[day * HOURS_PER_DAY + hour] ?? NaN))
    },
  }
}

const LATE_HOURS = 4
const WIND_FEATURES = 4

/** Wind without a TSO forecast for the day: what blows this morning, and what the TSO expects for the rest of it. */
export function createHistoryWind({ grid, knownHours, quantities }: PreparedHistory): DayModel {
  const { actual, morningActual, tso } = quantities.wind
  const ofDay = rememberDays(grid.days, WIND_FEATURES * HOURS_PER_DAY, (day, rows) => {
    const yesterday = (day - 1) * HOURS_PER_DAY
    const profile = Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const known = hour < knownHours ? (morningActual[yesterday + hour] ?? NaN) : NaN
      return Number.isNaN(known) ? (tso[yesterday + hour] ?? NaN) : known
    })
    fillForward(profile, actual[yesterday - 1] ?? NaN)
    const late = meanOfHours(profile, 0, HOURS_PER_DAY - LATE_HOURS, HOURS_PER_DAY)
    const row = [1, late, profile[HOURS_PER_DAY - 1] ?? NaN, meanOfHours(profile, 0, 0, HOURS_PER_DAY)]
    if (row.some(Number.isNaN)) row[0] = NaN
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) rows.set(row, hour * WIND_FEATURES)
  })
  const ridge = createHourlyRidge({ width: WIND_FEATURES, ofDay }, actual, {
    windowDays: 730,
    halfLifeDays: null,
    withNeighbours: true,
    lambda: 0.3,
  })
  return { predict: (day) => ridge.predict(day).map((value) => Math.max(0, value)) }
}

/** Missing hours get the value of the hour before. */
function fillForward(profile: Float64Array, before: number): void {
  let last = before
  for (const [hour, value] of profile.entries()) {
    if (Number.isNaN(value)) profile[hour] = last
    else last = value
  }
}

/** Sun without a TSO forecast for the day: the month's mean day, scaled to the season and to what the TSO expects of today. */
export function createHistorySolar({ grid, latitude, quantities }: PreparedHistory): DayModel {
  const { actual, tso } = quantities.solar
  const monthMean = trailingMeans(actual, MONTH_WEEKS)
  const clearSky = rememberDays(grid.days, 1, (day, row) => {
    let past = 0
    for (let back = 2; back <= MONTH_DAYS + 1; back++)
      past += clearSkyEnergy(latitude, grid.firstDay + day - back)
    row[0] = (clearSkyEnergy(latitude, grid.firstDay + day) * MONTH_DAYS) / past
  })
  const usual = (day: number, hour: number): number =>
    (monthMean[(day - 2) * HOURS_PER_DAY + hour] ?? NaN) * (clearSky(day)[0] ?? NaN)
  const ofDay = rememberDays(grid.days, 2 * HOURS_PER_DAY, (day, rows) => {
    const energy = Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => usual(day, hour))
    const today = meanOfHours(tso, day - 1, 0, HOURS_PER_DAY) / meanOfHours(energy, 0, 0, HOURS_PER_DAY)
    const sunnier = Number.isFinite(today) && today > 0 ? today - 1 : 0
    for (const [hour, value] of energy.entries()) {
      rows[2 * hour] = value
      rows[2 * hour + 1] = value * sunnier
    }
  })
  const ridge = createPooledRidge({ width: 2, ofDay }, actual, MONTH_DAYS + 1, 0)
  return {
    predict(day) {
      const rows = ofDay(day)
      const isTrained = day > 2 * MONTH_DAYS
      return ridge.predict(day).map((value, hour) => Math.max(0, isTrained ? value : (rows[2 * hour] ?? NaN)))
    },
  }
}

/** Energy of a day without clouds above the air, in any unit: its course over the year at a latitude in degrees. */
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
