import type { ByQuantity } from './area-history.ts'
import { HOURS_PER_DAY } from './day-grid.ts'
import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import type { DayModel } from './hourly-ridge.ts'
import { countDays, createLoadCorrection } from './load-model.ts'
import type { PreparedHistory } from './prepared-history.ts'
import { createSecondOpinion } from './second-opinion.ts'
import { createSolarCorrection } from './solar-model.ts'
import { createWindCorrection } from './wind-model.ts'

/** Days of history with sun and wind from which the load's regressions take them in. */
const WEATHER_DAYS = 90

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
function createLoadModel(history: PreparedHistory, hasWeather: boolean): DayModel {
  const { load, solar, wind } = history.quantities
  const inputs = {
    firstDay: history.grid.firstDay,
    knownHours: history.knownHours,
    error: load.error,
    morningError: load.morningError,
    forecast: load.tso,
  }
  const plain = later(() => createLoadCorrection({ ...inputs, weather: null }))
  const weather = { solar: orNone(solar.tso), wind: orNone(wind.tso) }
  const hasAny = weather.solar === solar.tso || weather.wind === wind.tso
  if (!hasWeather || !hasAny) return plain
  const error = load.error.map((value, cell) =>
    Number.isNaN((weather.solar[cell] ?? NaN) + (weather.wind[cell] ?? NaN)) ? NaN : value,
  )
  const withWeather = later(() => createLoadCorrection({ ...inputs, error, weather }))
  const days = { plain: countDays(load.error), weather: countDays(error) }
  return {
    predict(day) {
      const known = days.weather[day - 2] ?? 0
      const start = day * HOURS_PER_DAY
      const isThere = (hour: number) =>
        !Number.isNaN((weather.solar[start + hour] ?? NaN) + (weather.wind[start + hour] ?? NaN))
      const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => hour)
      if (known < Math.min(WEATHER_DAYS, days.plain[day - 2] ?? 0) || !hours.every(isThere))
        return plain.predict(day)
      return withWeather.predict(day)
    },
  }
}

/** Our forecast of each quantity: with the TSO's sun and wind of the day, or as if they were not published yet. */
export function createQuantityModels(history: PreparedHistory, hasWeather: boolean): ByQuantity<DayModel> {
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
          createLoadModel(history, hasWeather),
          later(() => createHistoryLoad(history)),
        ),
      createHistory: () => createHistoryLoad(history),
    }),
    solar: hasWeather
      ? correctedOrHistory(solar.tso, createSolarCorrection(history), historySolar)
      : historySolar,
    wind: hasWeather ? correctedOrHistory(wind.tso, createWindCorrection(history), historyWind) : historyWind,
  }
}
