import { WEEK_DAYS } from '#contract/time.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  anomalies,
  curvatures,
  LATEST_HOURS,
  lessEarlier,
  meanOfHours,
  meanOfLast,
  MONTH_WEEKS,
  slopes,
  trailingMeans,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import { describeHours, ifWhole, mapTable, perDay, rowOf } from '#server/forecast/model/history/day-table.ts'
import type { DayFeatures, DayTable } from '#server/forecast/model/history/day-table.ts'

/** MW. */
export interface ErrorInputs {
  firstDay: number
  /** 0 for Monday; a public holiday is like a Sunday. */
  weekdayOn: (day: number) => number
  /** Known hours of the day before. */
  knownHours: number
  /** Actual − forecast, up to two days before delivery. */
  error: DayTable
  /** Actual − forecast, of the known hours of the day before. */
  firstHoursError: DayTable
  forecast: DayTable
  /** A missing value counts as the usual. */
  solar: DayTable | null
  wind: DayTable | null
  /** Hourly or daily, in any unit; a missing value counts as 0. */
  weather: readonly DayTable[]
}

export type ErrorTables = ReturnType<typeof tabulateErrors>

export function tabulateErrors(inputs: ErrorInputs) {
  const { error, forecast, solar, wind } = inputs
  return {
    ...inputs,
    errorWeek: trailingMeans(error, 1),
    errorMonth: trailingMeans(error, MONTH_WEEKS),
    anomaly: anomalies(forecast),
    solarAnomaly: solar && anomalies(solar),
    windAnomaly: wind && anomalies(wind),
  }
}

const PLAIN_WIDTH = 15
const SAME_WEEKDAYS = 4

export function createHourFeatures(tables: ErrorTables): DayFeatures {
  const { knownHours, weekdayOn } = tables
  const rampAnomalies = anomalies(slopes(tables.forecast))
  const curvatureAnomalies = anomalies(curvatures(tables.forecast))
  const { days } = tables.forecast
  const weekdays = Array.from({ length: WEEK_DAYS }, (_, k) =>
    perDay(days, (day) => (weekdayOn(day) === k ? 1 : 0)),
  )
  const describe = (day: number) => {
    const error = tables.error.upTo(day - 2)
    const errorWeek = tables.errorWeek.upTo(day - 2)
    const errorMonth = tables.errorMonth.upTo(day - 2)
    const thisMorning = rowOf(tables.firstHoursError, day - 1)
    const forecast = tables.forecast.upTo(day)
    const anomaly = tables.anomaly.upTo(day)
    const rampAnomaly = rampAnomalies.upTo(day)
    const curvatureAnomaly = curvatureAnomalies.upTo(day)
    const morning = meanOfHours(thisMorning)
    const latest = meanOfLast(thisMorning, LATEST_HOURS) - morning
    const lastHour = meanOfLast(thisMorning, 1)
    const restOfDayBefore = meanOfHours(rowOf(tables.error, day - 2), knownHours)
    const dayAnomaly = meanOfHours(rowOf(tables.anomaly, day))
    return (hour: number, cell: number) => {
      const yesterday = cell - HOURS_PER_DAY
      const dayBefore = yesterday - HOURS_PER_DAY
      let sameWeekdays = 0
      for (let week = 1; week <= SAME_WEEKDAYS; week++)
        sameWeekdays += zeroIfMissing(error[cell - week * WEEK_DAYS * HOURS_PER_DAY]) / SAME_WEEKDAYS
      const lastKnown = thisMorning[hour] ?? NaN
      return ifWhole([
        1,
        morning,
        latest,
        lastHour,
        Number.isNaN(lastKnown) ? zeroIfMissing(error[dayBefore]) : lastKnown,
        restOfDayBefore,
        zeroIfMissing(errorWeek[dayBefore]),
        zeroIfMissing(errorMonth[dayBefore]),
        sameWeekdays,
        forecast[cell] ?? NaN,
        anomaly[cell] ?? NaN,
        dayAnomaly,
        (forecast[cell] ?? NaN) - (forecast[yesterday] ?? NaN),
        rampAnomaly[cell] ?? NaN,
        curvatureAnomaly[cell] ?? NaN,
      ])
    }
  }
  return describeHours(days, PLAIN_WIDTH, describe, [...weekdays, ...sunAndWind(tables), ...tables.weather])
}

/** The change of wind since yesterday matters because wind carries heat off. */
function sunAndWind({ solarAnomaly, wind, windAnomaly }: ErrorTables): DayTable[] {
  // Sunny days do not mirror dull ones: many homes have their own panels.
  const ofSun = solarAnomaly === null ? [] : [solarAnomaly, mapTable(solarAnomaly, (mw) => Math.max(0, mw))]
  return wind === null || windAnomaly === null ? ofSun : [...ofSun, windAnomaly, lessEarlier(wind, 1)]
}
