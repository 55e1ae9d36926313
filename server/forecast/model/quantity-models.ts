import { addModel, type DayModel, rowOf } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { ByQuantity } from '#server/series/by-quantity.ts'

import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import { createLoadCorrection } from './load-model.ts'
import { createSolarCorrection } from './solar-model.ts'
import { createSurplus, type Surplus } from './surplus.ts'
import { joinWeather, type JoinParts } from './weather/join-weather.ts'
import { createWeatherModels, type WeatherModels } from './weather/weather-models.ts'
import { createWindCorrection } from './wind-model.ts'

/** Makes a model only when it is first needed. */
function later(create: () => DayModel): DayModel {
  let model: DayModel | null = null
  return { predict: (day) => (model ??= create()).predict(day) }
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

/** The TSO's load with its expected error, which follows sun and wind: by the TSO's forecasts, or before those are there by ours. */
function createTsoLoad(history: PreparedHistory, weather: WeatherModels | null): DayModel {
  const { grid, knownHours, unpublished, quantities } = history
  const { tso, error, firstHoursError } = quantities.load
  const known = (quantity: 'solar' | 'wind') =>
    unpublished.includes(quantity) ? (weather?.[quantity] ?? null) : quantities[quantity].tso
  const correction = createLoadCorrection({
    firstDay: grid.firstDay,
    knownHours,
    error,
    firstHoursError,
    forecast: tso,
    solar: known('solar'),
    wind: known('wind'),
    weather: weather?.loadError ?? [],
  })
  return addModel(tso, correction)
}

/** What weather weighs: everything from the start where the TSO has no forecast, nothing where it has one. */
const WEATHER_PRIOR = { weight: 1, days: 28 }
const WEATHER_BESIDE_TSO_PRIOR = { weight: 0, days: 180 }

export interface QuantityModels {
  models: ByQuantity<DayModel>
  /** What weather weighs in the forecasts of the day that was requested last, 0 to 1; in that of load all or nothing. */
  weatherWeights: (day: number) => ByQuantity<number>
}

/** Our forecast of each quantity: with the TSO's sun and wind of the day, or as if they were not published yet. */
export function createQuantityModels(history: PreparedHistory): QuantityModels {
  const surplus = createSurplus(history)
  const weather = createWeatherModels(history, surplus)
  const solar = createRenewable({ history, surplus, quantity: 'solar', weather })
  const wind = createRenewable({ history, surplus, quantity: 'wind', weather })
  return {
    models: {
      load: fillWith(
        later(() => createTsoLoad(history, weather)),
        later(() => createHistoryLoad(history, weather?.loadAgainstLastWeek ?? [])),
      ),
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
  surplus: Surplus
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
  const onWeight = (latest: number) => void (weight = latest)
  const join = (base: DayModel, prior: JoinParts['prior']) =>
    weather === null ? base : joinWeather({ actual, base, weather: weather[quantity], prior, onWeight })
  const early = join(
    later(() => HISTORY_OF[quantity](history)),
    WEATHER_PRIOR,
  )
  if (history.unpublished.includes(quantity)) return { model: early, weight: () => weight }
  const corrected = addModel(
    tso,
    later(() => CORRECTION_OF[quantity](history, surplus)),
  )
  const late = fillWith(join(corrected, WEATHER_BESIDE_TSO_PRIOR), early)
  const predict = (day: number) => {
    return (rowOf(tso, day).every(Number.isNaN) ? early : late).predict(day)
  }
  return { model: { predict }, weight: () => weight }
}
