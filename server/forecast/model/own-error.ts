import { WEEK_DAYS } from '#contract/time.ts'
import { dayNumber, dayText, HOURS_PER_DAY, isChristmas } from '#server/forecast/model/history/day-grid.ts'
import {
  LATEST_HOURS,
  lessEarlier,
  meanOfHours,
  meanOfLast,
  trailingMeans,
} from '#server/forecast/model/history/day-means.ts'
import {
  addModel,
  type DayFeatures,
  type DayModel,
  type DayTable,
  perDay,
  rememberDays,
  rowOf,
  subtractTables,
  tabulate,
} from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createDayRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import { byQuantity, type ByQuantity, QUANTITIES, type Quantity } from '#server/series/series.ts'

import { blendWeight, isWorse } from './final-value.ts'

/** Days of own errors to learn from, and to weigh the step by. */
const WINDOW_DAYS = 365
const WEIGHT_DAYS = 120
/** Days before the first wanted one that are forecast again. */
export const OWN_ERROR_DAYS = WINDOW_DAYS + WEIGHT_DAYS + 2
const PRIOR = { weight: 0, days: 60 }
/** Penalty in days. */
const LAMBDA = 100
const MIN_DAYS = 28
const REFIT_DAYS = 7
const YEAR_WEEKS = 52
const QUARTER_HOURS = 6
const QUARTERS = [0, 6, 12, 18] as const
const OTHER_WEEKDAYS = [5, 6, 0] as const
/** Helped in 12 of 15 Christmases of five countries, by up to 10 %; else cost at most 4 %. */
const CHRISTMAS_SHARE = 0.2
const WIDTH = 1 + QUANTITIES.length * (QUARTERS.length + 4) + OTHER_WEEKDAYS.length

export function tabulatePast(models: ByQuantity<DayModel>, { grid }: PreparedHistory): ByQuantity<DayTable> {
  return byQuantity((quantity) => tabulate(models[quantity], grid.days, OWN_ERROR_DAYS))
}

export function correctOwnErrors(
  models: ByQuantity<DayModel>,
  past: ByQuantity<DayTable>,
  history: PreparedHistory,
): ByQuantity<DayModel> {
  const { quantities, unpublished, weather, isHoliday } = history
  const errors = byQuantity((quantity) => subtractTables(quantities[quantity].actual, past[quantity]))
  const features = describeDays(past, errors, history)
  const lacksInputs = findDaysLackingInputs(history)
  return byQuantity((quantity) => {
    const made = past[quantity]
    const corrected = tabulate(
      addModel(made, expectErrors(errors[quantity], features, history)),
      made.days,
      WEIGHT_DAYS + 1,
    )
    // A solar forecast from history alone can be wrong for weeks.
    const isGuarded = quantity === 'solar' && unpublished.includes(quantity) && weather === null
    return {
      predict(day) {
        // Its first reading decides how far back each past goes.
        for (const each of QUANTITIES) past[each].upTo(day)
        const actual = quantities[quantity].actual.upTo(day - 2)
        const pasts = { base: made.upTo(day), other: corrected.upTo(day), actual }
        const own = models[quantity].predict(day)
        if (quantity === 'load') addLastChristmas(own, errors.load, history.grid.firstDay, day)
        const weightOf = (hours?: [number, number]) =>
          blendWeight({ ...pasts, days: WEIGHT_DAYS, prior: PRIOR, hours }, day) ?? 0
        const weight = weightOf()
        // On holidays, load's step cost 2 % in Germany and the Netherlands, and gained at most 0.3 % elsewhere.
        const isUnlike = lacksInputs(day) || (quantity === 'load' && isHoliday(day))
        if (isUnlike || (isGuarded && isWorse(pasts, weight, day))) return own
        // For sun and wind, weights by quarter made early runs of Germany worse.
        const weights = QUARTERS.map((from) =>
          quantity === 'load' ? weightOf([from, from + QUARTER_HOURS]) : weight,
        )
        const [plain, others] = [rowOf(made, day), rowOf(corrected, day)]
        return own.map((mw, hour) => {
          const ofQuarter = weights[Math.floor(hour / QUARTER_HOURS)] ?? 0
          const step = ofQuarter * ((others[hour] ?? NaN) - (plain[hour] ?? NaN))
          return Number.isNaN(step) ? mw : Math.max(0, mw + step)
        })
      },
    }
  })
}

/** A TSO repeats its errors on these dates. */
function addLastChristmas(own: Float64Array, error: DayTable, firstDay: number, day: number): void {
  if (!isChristmas(firstDay + day)) return
  const date = dayText(firstDay + day)
  const [year, monthDay] = [date.slice(0, 4), date.slice(4)]
  const before = dayNumber(`${Number(year) - 1}${monthDay}`) - firstDay
  const around = [before - 1, before, before + 1].map((past) => rowOf(error, past))
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const ofYearBefore = Float64Array.from(around, (errors) => errors[hour] ?? NaN)
    own[hour] = (own[hour] ?? NaN) + CHRISTMAS_SHARE * meanOfHours(ofYearBefore)
  }
}

/** Days alike in all three quantities have like errors. */
function describeDays(
  made: ByQuantity<DayTable>,
  errors: ByQuantity<DayTable>,
  { grid, weekdayOn, quantities }: PreparedHistory,
): DayFeatures {
  const tables = byQuantity((quantity: Quantity) => {
    const { actual, firstHoursActual } = quantities[quantity]
    return {
      firstHoursError: subtractTables(firstHoursActual, made[quantity]),
      anomaly: subtractTables(made[quantity], trailingMeans(actual, YEAR_WEEKS), 2),
      change: lessEarlier(made[quantity], 1),
    }
  })
  const describe = (day: number): number[] => {
    const ofDay = QUANTITIES.flatMap((quantity) => {
      const { firstHoursError, anomaly, change } = tables[quantity]
      const thisMorning = rowOf(firstHoursError, day - 1)
      return [
        ...QUARTERS.map((from) => meanOfHours(rowOf(anomaly, day), from, from + QUARTER_HOURS)),
        meanOfHours(rowOf(change, day)),
        meanOfHours(thisMorning),
        meanOfLast(thisMorning, LATEST_HOURS),
        meanOfHours(rowOf(errors[quantity], day - 2)),
      ]
    })
    const ofWeek = OTHER_WEEKDAYS.map((other) => (weekdayOn(day) === other ? 1 : 0))
    return [1, ...ofDay, ...ofWeek]
  }
  const tableWith = rememberDays(grid.days, WIDTH, (table, start, day) => table.set(describe(day), start))
  return { width: WIDTH, tableWith }
}

/** NaN if larger than any error so far: at dawn the sun may have been near 0 on all learned days. */
function expectErrors(error: DayTable, features: DayFeatures, { grid }: PreparedHistory): DayModel {
  const ridge = createDayRidge(features, error, {
    windowDays: WINDOW_DAYS,
    lambda: LAMBDA,
    unpenalised: 0,
    firstDay: 0,
    refit: { everyDays: REFIT_DAYS, firstDate: grid.firstDay, minDays: MIN_DAYS },
  })
  const largestMw = perDay(grid.days, (day, before) =>
    rowOf(error, day).reduce((most, mw) => Math.max(most, Math.abs(mw) || 0), before[day - 1] ?? 0),
  )
  return {
    predict(day) {
      const most = largestMw.upTo(day - 2)[day - 2] ?? 0
      return ridge.predict(day).map((mw) => (Math.abs(mw) > most ? NaN : mw))
    },
  }
}

/** With fewer inputs than a week before, errors differ. */
function findDaysLackingInputs({
  quantities,
  unpublished,
  weather,
}: PreparedHistory): (day: number) => boolean {
  const published = QUANTITIES.filter((quantity) => !unpublished.includes(quantity))
  const inputs = [...published.map((quantity) => quantities[quantity].tso), ...Object.values(weather ?? {})]
  const isEmpty = (table: DayTable, day: number) => rowOf(table, day).every(Number.isNaN)
  return (day) => inputs.some((table) => isEmpty(table, day) && !isEmpty(table, day - WEEK_DAYS))
}
