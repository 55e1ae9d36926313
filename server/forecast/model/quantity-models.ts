import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countDays, isAnyMissing } from '#server/forecast/model/history/day-means.ts'
import { createDayTable, toDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import { isHidden } from '#server/forecast/model/history/known-history.ts'
import { createNumbers } from '#server/forecast/model/history/numbers.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import type { ByQuantity } from '#server/series/by-quantity.ts'

import type { WindAndSolar } from './error-features.ts'
import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import { createLoadCorrection } from './load-model.ts'
import { createSecondOpinion } from './second-opinion.ts'
import { createSolarCorrection } from './solar-model.ts'
import { createSurplus } from './surplus.ts'
import { joinWeather, type JoinParts } from './weather/join-weather.ts'
import { createWeatherModels, type WeatherModels } from './weather/weather-models.ts'
import { createWindCorrection } from './wind-model.ts'

/** With at least this many days of sun and wind, the load's regressions use them. */
const WIND_AND_SOLAR_DAYS = 90

/** Makes a model only when it is first needed. */
function later(create: () => DayModel): DayModel {
  let model: DayModel | null = null
  return { predict: (day) => (model ??= create()).predict(day) }
}

/** The TSO's forecast and its expected error; NaN where it has none. */
function correctTso(tso: DayTable, correction: DayModel): DayModel {
  return {
    predict(day) {
      const start = day * HOURS_PER_DAY
      const forecasts = tso.upTo(day)
      return correction.predict(day).map((value, hour) => value + (forecasts[start + hour] ?? NaN))
    },
  }
}

/** The first forecast, and in the hours that it has none of the second. */
function fillWith(first: DayModel, second: DayModel): DayModel {
  return {
    predict(day) {
      const values = first.predict(day)
      if (!values.some(Number.isNaN)) return values
      const others = second.predict(day)
      return values.map((value, hour) => (Number.isNaN(value) ? (others[hour] ?? NaN) : value))
    },
  }
}

/** By day, whether the TSO has published a forecast of the quantity by then. */
function hasPublished(tso: DayTable): (day: number) => boolean {
  const isPublished = createDayTable(
    tso.days,
    (table, day) => {
      const ofDay = tso.upTo(day).subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
      table[day] = table[day - 1] === 1 || !ofDay.every(Number.isNaN) ? 1 : 0
    },
    1,
  )
  return (day) => isPublished.upTo(day)[day] === 1
}

/** No power at any time: stands in for the forecast of a TSO that never publishes a quantity. */
function createNone(days: number): DayTable {
  return toDayTable(createNumbers(days * HOURS_PER_DAY, 0))
}

/** Error of the load's forecast by the regressions that know sun and wind, or by those that do not. */
function createLoadModel(history: PreparedHistory, weather: readonly DayTable[]): DayModel {
  const { load, solar, wind } = history.quantities
  const inputs = {
    firstDay: history.grid.firstDay,
    knownHours: history.knownHours,
    error: load.error,
    firstHoursError: load.firstHoursError,
    forecast: load.tso,
    weather,
  }
  const plain = later(() => createLoadCorrection({ ...inputs, windAndSolar: null }))
  if (!history.hasTsoWindAndSolar) return plain
  const plainDays = countDays(load.error)
  const isPublished = { solar: hasPublished(solar.tso), wind: hasPublished(wind.tso) }

  const createInformed = (hasSolar: boolean, hasWind: boolean) => {
    const none = createNone(load.tso.days)
    const windAndSolar = { solar: hasSolar ? solar.tso : none, wind: hasWind ? wind.tso : none }
    const error = whereBoth(load.error, windAndSolar)
    return {
      days: countDays(error),
      windAndSolar,
      model: later(() => createLoadCorrection({ ...inputs, error, windAndSolar })),
    }
  }
  /** Keyed by what the TSO publishes, which changes when it begins to publish another quantity. */
  const informed = new Map<string, ReturnType<typeof createInformed>>()
  const informedOn = (day: number) => {
    const hasSolar = !isHidden(history, 'solar') && isPublished.solar(day)
    const hasWind = !isHidden(history, 'wind') && isPublished.wind(day)
    const name = `${hasSolar} ${hasWind}`
    const known = informed.get(name) ?? createInformed(hasSolar, hasWind)
    informed.set(name, known)
    return hasSolar || hasWind ? known : null
  }
  return {
    predict(day) {
      const candidate = informedOn(day)
      if (candidate === null) return plain.predict(day)
      const learnedDays = candidate.days.upTo(day - 2)[day - 2] ?? 0
      const leastDays = Math.min(WIND_AND_SOLAR_DAYS, plainDays.upTo(day - 2)[day - 2] ?? 0)
      const { solar, wind } = candidate.windAndSolar
      const from = day * HOURS_PER_DAY
      const to = from + HOURS_PER_DAY
      const isIncomplete = isAnyMissing(solar.upTo(day), from, to) || isAnyMissing(wind.upTo(day), from, to)
      return learnedDays < leastDays || isIncomplete ? plain.predict(day) : candidate.model.predict(day)
    },
  }
}

/** The errors of hours for which both sun and wind are forecast. */
function whereBoth(error: DayTable, { solar, wind }: WindAndSolar): DayTable {
  return createDayTable(error.days, (table, day) => {
    const errors = error.upTo(day)
    const suns = solar.upTo(day)
    const winds = wind.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      if (!Number.isNaN((suns[cell] ?? NaN) + (winds[cell] ?? NaN))) table[cell] = errors[cell] ?? NaN
  })
}

/** What weather weighs: everything from the start where the TSO has no forecast, nothing where it has one. */
const WEATHER_PRIOR = { weight: 1, days: 28 }
const WEATHER_BESIDE_TSO_PRIOR = { weight: 0, days: 180 }

export interface QuantityModels {
  models: ByQuantity<DayModel>
  /** What weather weighs in the forecasts of the day that was asked for last, 0 to 1; in that of load all or nothing. */
  weatherWeights: (day: number) => ByQuantity<number>
}

/** Our forecast of each quantity: with the TSO's sun and wind of the day, or as if they were not published yet. */
export function createQuantityModels(history: PreparedHistory): QuantityModels {
  const surplus = createSurplus(history)
  const weather = createWeatherModels(history, surplus)
  const { load } = history.quantities
  const historyLoad = () => createHistoryLoad(history, weather?.loadAgainstLastWeek ?? [])
  const solar = createRenewable({ history, surplus, quantity: 'solar', weather })
  const wind = createRenewable({ history, surplus, quantity: 'wind', weather })
  return {
    models: {
      load: createSecondOpinion({
        actual: load.actual,
        tso: load.tso,
        createCorrected: () =>
          fillWith(
            correctTso(load.tso, createLoadModel(history, weather?.loadError ?? [])),
            later(historyLoad),
          ),
        createHistory: historyLoad,
      }),
      solar: solar.model,
      wind: wind.model,
    },
    weatherWeights: (day) => ({
      load: weather?.isKnownToLoad(day) ? 1 : 0,
      solar: solar.weight(),
      wind: wind.weight(),
    }),
  }
}

const HISTORY_OF = { solar: createHistorySolar, wind: createHistoryWind } as const
const CORRECTION_OF = { solar: createSolarCorrection, wind: createWindCorrection } as const

interface RenewableParts {
  history: PreparedHistory
  surplus: DayTable
  quantity: 'solar' | 'wind'
  weather: WeatherModels | null
}

/** Sun or wind: the TSO's forecast with its expected error, else history; and weather beside either, by what it has been worth. */
function createRenewable({ history, surplus, quantity, weather }: RenewableParts): {
  model: DayModel
  weight(): number
} {
  const { actual, tso } = history.quantities[quantity]
  let weight = 0
  const join = (base: DayModel, prior: JoinParts['prior']): DayModel => {
    if (weather === null) return base
    const joined = joinWeather({ actual, base, weather: weather[quantity], prior })
    return {
      predict(day) {
        const values = joined.predict(day)
        weight = joined.weight()
        return values
      },
    }
  }
  const early = join(
    later(() => HISTORY_OF[quantity](history)),
    WEATHER_PRIOR,
  )
  if (isHidden(history, quantity)) return { model: early, weight: () => weight }
  const corrected = correctTso(
    tso,
    later(() => CORRECTION_OF[quantity](history, surplus)),
  )
  const late = fillWith(join(corrected, WEATHER_BESIDE_TSO_PRIOR), early)
  const predict = (day: number) => {
    const ofDay = tso.upTo(day).subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
    return (ofDay.every(Number.isNaN) ? early : late).predict(day)
  }
  return { model: { predict }, weight: () => weight }
}
