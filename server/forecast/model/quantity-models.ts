import type { ByQuantity } from '#server/series/by-quantity.ts'

import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { countDays, createLoadCorrection } from './load-model.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createSecondOpinion } from './second-opinion.ts'
import { createSolarCorrection } from './solar-model.ts'
import { createWindCorrection } from './wind-model.ts'

/** Days of history with sun and wind from which the load's regressions take them in. */
const WIND_AND_SOLAR_DAYS = 90

/** Makes a model only once it is asked for. */
function later(create: () => DayModel): DayModel {
  let model: DayModel | null = null
  return { predict: (day) => (model ??= create()).predict(day) }
}

/** The TSO's forecast and its expected error where there is one, history alone where not. */
function correctedOrHistory(tso: Float64Array, correction: DayModel, history: DayModel): DayModel {
  return {
    predict(day) {
      const start = day * HOURS_PER_DAY
      const corrected = correction.predict(day).map((value, hour) => value + (tso[start + hour] ?? NaN))
      if (!corrected.some(Number.isNaN)) return corrected
      const fromHistory = history.predict(day)
      return corrected.map((value, hour) => (Number.isNaN(value) ? (fromHistory[hour] ?? NaN) : value))
    },
  }
}

/** A table without gaps where the TSO never publishes the quantity: as if there were none of it. */
function orNone(tso: Float64Array): Float64Array {
  return tso.every(Number.isNaN) ? new Float64Array(tso.length) : tso
}

/** Error of the load's forecast by the regressions that know sun and wind, or by those that do not. */
function createLoadModel(history: PreparedHistory, hasTsoWindAndSolar: boolean): DayModel {
  const { load, solar, wind } = history.quantities
  const inputs = {
    firstDay: history.grid.firstDay,
    knownHours: history.knownHours,
    error: load.error,
    morningError: load.morningError,
    forecast: load.tso,
  }
  const plain = later(() => createLoadCorrection({ ...inputs, windAndSolar: null }))
  const windAndSolar = { solar: orNone(solar.tso), wind: orNone(wind.tso) }
  const hasAny = windAndSolar.solar === solar.tso || windAndSolar.wind === wind.tso
  if (!hasTsoWindAndSolar || !hasAny) return plain
  const error = load.error.map((value, cell) =>
    Number.isNaN((windAndSolar.solar[cell] ?? NaN) + (windAndSolar.wind[cell] ?? NaN)) ? NaN : value,
  )
  const withWindAndSolar = later(() => createLoadCorrection({ ...inputs, error, windAndSolar }))
  const days = { plain: countDays(load.error), windAndSolar: countDays(error) }
  return {
    predict(day) {
      const known = days.windAndSolar[day - 2] ?? 0
      const start = day * HOURS_PER_DAY
      const isThere = (hour: number) =>
        !Number.isNaN((windAndSolar.solar[start + hour] ?? NaN) + (windAndSolar.wind[start + hour] ?? NaN))
      const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => hour)
      if (known < Math.min(WIND_AND_SOLAR_DAYS, days.plain[day - 2] ?? 0) || !hours.every(isThere))
        return plain.predict(day)
      return withWindAndSolar.predict(day)
    },
  }
}

/** Our forecast of each quantity: with the TSO's sun and wind of the day, or as if they were not published yet. */
export function createQuantityModels(
  history: PreparedHistory,
  hasTsoWindAndSolar: boolean,
): ByQuantity<DayModel> {
  const { load, solar, wind } = history.quantities
  const historySolar = later(() => createHistorySolar(history))
  const historyWind = later(() => createHistoryWind(history))
  return {
    load: createSecondOpinion({
      actual: load.actual,
      tso: load.tso,
      createCorrected: () =>
        correctedOrHistory(
          load.tso,
          createLoadModel(history, hasTsoWindAndSolar),
          later(() => createHistoryLoad(history)),
        ),
      createHistory: () => createHistoryLoad(history),
    }),
    solar: hasTsoWindAndSolar
      ? correctedOrHistory(solar.tso, createSolarCorrection(history), historySolar)
      : historySolar,
    wind: hasTsoWindAndSolar
      ? correctedOrHistory(wind.tso, createWindCorrection(history), historyWind)
      : historyWind,
  }
}
