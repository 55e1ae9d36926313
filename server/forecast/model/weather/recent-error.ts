import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  isDayMissing,
  meanOfHours,
  MONTH_WEEKS,
  trailingMeans,
  valueOrZero,
} from '#server/forecast/model/history/day-means.ts'
import { leaveOutHours, rememberDays } from '#server/forecast/model/history/day-rows.ts'
import { createDayTable, subtractTables, type DayTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'

import { createHourlyRidge } from './hourly-ridge.ts'

const WIDTH = 6
const LAMBDA = 20
/** The last known hours of this morning. */
const LATEST_HOURS = 3

export interface OwnForecast {
  /** MW, of every day as it was forecast back then. */
  forecast: DayTable
  actual: DayTable
  firstHoursActual: DayTable
  /** MW, one number a row. */
  fleet: DayTable
}

/**
 * A forecast less the error that it has been making: of this morning, of the hour in the last week and month. It also carries over
 * when the weather's model changes.
 */
export function correctRecentError({ grid, knownHours }: PreparedHistory, own: OwnForecast): DayTable {
  const error = subtractTables(own.actual, own.forecast)
  const firstHoursError = subtractTables(own.firstHoursActual, own.forecast)
  const errorWeek = trailingMeans(error, 1)
  const errorMonth = trailingMeans(error, MONTH_WEEKS)
  const tableWith = rememberDays(grid.days, WIDTH * HOURS_PER_DAY, (rows, start, day) => {
    const morningErrors = firstHoursError.upTo(day - 1)
    const weekErrors = errorWeek.upTo(day - 2)
    const monthErrors = errorMonth.upTo(day - 2)
    const forecasts = own.forecast.upTo(day)
    if (isDayMissing(forecasts, day)) {
      leaveOutHours(rows, start, WIDTH)
      return
    }
    const size = own.fleet.upTo(day)[day] ?? NaN
    const morning = meanOfHours(morningErrors, day - 1, 0, knownHours)
    const latest = meanOfHours(morningErrors, day - 1, Math.max(0, knownHours - LATEST_HOURS), knownHours)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      const dayBefore = cell - 2 * HOURS_PER_DAY
      const forecast = forecasts[cell] ?? NaN
      const at = start + hour * WIDTH
      rows[at] = Number.isNaN(forecast) ? NaN : size
      rows[at + 1] = morning
      rows[at + 2] = latest
      rows[at + 3] = valueOrZero(weekErrors, dayBefore)
      rows[at + 4] = valueOrZero(monthErrors, dayBefore)
      rows[at + 5] = (morning * forecast) / size
    }
  })
  const ridge = createHourlyRidge({ width: WIDTH, tableWith }, error, {
    firstDate: grid.firstDay,
    lambda: LAMBDA,
    unpenalised: 0,
  })
  return createDayTable(grid.days, (table, day) => {
    const forecasts = own.forecast.upTo(day)
    if (isDayMissing(forecasts, day)) return
    const corrections = ridge.predict(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      table[cell] = Math.max(0, (forecasts[cell] ?? NaN) + valueOrZero(corrections, hour))
    }
  })
}
