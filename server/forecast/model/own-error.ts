import { WEEK_DAYS } from '#contract/time.ts'
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
import { byQuantity, type ByQuantity, QUANTITIES } from '#server/series/series.ts'

import { blendWeight, isWorse } from './final-value.ts'
import type { QuantityModels } from './quantity-models.ts'

/** Days of their own errors that the models learn from, and over which the step must have been worth it. */
const WINDOW_DAYS = 365
const WEIGHT_DAYS = 120
/** Days before the first wanted one that the models forecast once more. */
export const OWN_ERROR_DAYS = WINDOW_DAYS + WEIGHT_DAYS + 2
/** At the start the step weighs nothing, as if over 60 days it had been worth nothing. */
const PRIOR = { weight: 0, days: 60 }
/** Penalty in days. */
const LAMBDA = 100
const MIN_DAYS = 28
const REFIT_DAYS = 7
const YEAR_WEEKS = 52
const QUARTERS = [0, 6, 12, 18] as const
/** Saturday, Sunday and Monday. */
const OTHER_WEEKDAYS = [5, 6, 0] as const
const WIDTH = 1 + QUANTITIES.length * (QUARTERS.length + 4) + OTHER_WEEKDAYS.length

/** Takes off the errors that the models are expected to make, by what was best over the last months: those of wind, sun and load are alike on days alike in all three. */
export function correctOwnErrors(
  { models, plainModels }: Pick<QuantityModels, 'models' | 'plainModels'>,
  { grid, weekdayOn, quantities, weather, unpublished }: PreparedHistory,
): ByQuantity<DayModel> {
  const { days, firstDay } = grid
  const tables = byQuantity((quantity) => {
    const { actual, firstHoursActual } = quantities[quantity]
    const made = tabulate(plainModels[quantity], days, OWN_ERROR_DAYS)
    return {
      made,
      error: subtractTables(actual, made),
      firstHoursError: subtractTables(firstHoursActual, made),
      anomaly: subtractTables(made, trailingMeans(actual, YEAR_WEEKS), 2),
      change: lessEarlier(made, 1),
    }
  })
  const describe = (day: number): number[] => {
    const ofDay = QUANTITIES.flatMap((quantity) => {
      const { error, firstHoursError, anomaly, change } = tables[quantity]
      const thisMorning = rowOf(firstHoursError, day - 1)
      return [
        ...QUARTERS.map((from) => meanOfHours(rowOf(anomaly, day), from, from + 6)),
        meanOfHours(rowOf(change, day)),
        meanOfHours(thisMorning),
        meanOfLast(thisMorning, LATEST_HOURS),
        meanOfHours(rowOf(error, day - 2)),
      ]
    })
    const ofWeek = OTHER_WEEKDAYS.map((other) => (weekdayOn(day) === other ? 1 : 0))
    return [1, ...ofDay, ...ofWeek]
  }
  const features: DayFeatures = {
    width: WIDTH,
    tableWith: rememberDays(days, WIDTH, (table, start, day) => table.set(describe(day), start)),
  }
  const inputs = [
    ...QUANTITIES.filter((quantity) => !unpublished.includes(quantity)).map(
      (quantity) => quantities[quantity].tso,
    ),
    ...Object.values(weather ?? {}),
  ]
  /** True if the models forecast a day from less than they did a week before: their errors are others then. */
  const lacksInputs = (day: number) =>
    inputs.some((table) => isEmpty(table, day) && !isEmpty(table, day - WEEK_DAYS))
  return byQuantity((quantity) => {
    const { actual } = quantities[quantity]
    const { made, error } = tables[quantity]
    // The step for a sun that follows from history alone can be wrong for weeks.
    const isGuarded = quantity === 'solar' && unpublished.includes(quantity) && weather === null
    const ridge = createDayRidge(features, error, {
      windowDays: WINDOW_DAYS,
      lambda: LAMBDA,
      unpenalised: 0,
      firstDay: 0,
      refit: { everyDays: REFIT_DAYS, firstDate: firstDay, minDays: MIN_DAYS },
    })
    /** The largest error by each day, MW. A ridge foretells more where a feature, such as the sun at dawn, was almost 0 all along. */
    const largest = perDay(days, (day, before) =>
      rowOf(error, day).reduce((most, mw) => Math.max(most, Math.abs(mw) || 0), before[day - 1] ?? 0),
    )
    const bounded: DayModel = {
      predict(day) {
        const most = largest.upTo(day - 2)[day - 2] ?? 0
        return ridge.predict(day).map((mw) => (Math.abs(mw) > most ? NaN : mw))
      },
    }
    const corrected = tabulate(addModel(made, bounded), days, WEIGHT_DAYS + 1)
    return {
      predict(day) {
        const past = { base: made.upTo(day), other: corrected.upTo(day), actual: actual.upTo(day - 2) }
        const own = models[quantity].predict(day)
        const weight = blendWeight({ ...past, days: WEIGHT_DAYS, prior: PRIOR }, day) ?? 0
        if (lacksInputs(day) || (isGuarded && isWorse(past, weight, day))) return own
        const [plain, others] = [rowOf(made, day), rowOf(corrected, day)]
        return own.map((mw, hour) => {
          const step = weight * ((others[hour] ?? NaN) - (plain[hour] ?? NaN))
          return Number.isNaN(step) ? mw : Math.max(0, mw + step)
        })
      },
    }
  })
}

const isEmpty = (table: DayTable, day: number): boolean => rowOf(table, day).every(Number.isNaN)
