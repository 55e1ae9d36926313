import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { meanOfHours } from '#server/forecast/model/history/day-means.ts'
import { addModel, type DayModel, rowOf, tabulate } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { createSurplus, type Surplus } from '#server/forecast/model/history/surplus.ts'

import { createBlend } from './final-value.ts'
import { createHistoryLoad, createHistorySolar, createHistoryWind } from './history-models.ts'
import { createLoadModel, type LoadModel } from './load-model.ts'
import { createSolarCorrection } from './solar-model.ts'
import { createWeatherModels, type WeatherModels } from './weather/weather-models.ts'
import { createWindCorrection } from './wind-model.ts'

/** Most runs need no forecast from history alone. */
function onDemand<Model>(create: () => Model): () => Model {
  let created: Model | null = null
  return () => (created ??= create())
}

/** The second fills hours that the first lacks. */
function fillWith(first: DayModel, second: () => DayModel): DayModel {
  return {
    predict(day) {
      const values = first.predict(day)
      if (!values.some(Number.isNaN)) return values
      const others = second().predict(day)
      return values.map((value, hour) => (Number.isNaN(value) ? (others[hour] ?? NaN) : value))
    },
  }
}

/** The expected error depends on sun and wind: the TSO's forecasts, or ours before they are published. */
function createTsoLoad(history: PreparedHistory, weather: WeatherModels | null): LoadModel {
  const { grid, weekdayOn, knownHours, unpublished, quantities } = history
  const { tso, error, firstHoursError } = quantities.load
  const known = (quantity: 'solar' | 'wind') =>
    unpublished.includes(quantity) ? (weather?.[quantity] ?? null) : quantities[quantity].tso
  return createLoadModel({
    firstDay: grid.firstDay,
    weekdayOn,
    knownHours,
    error,
    firstHoursError,
    forecast: tso,
    solar: known('solar'),
    wind: known('wind'),
    weather: weather?.loadError ?? [],
  })
}

export function createQuantityModels(history: PreparedHistory) {
  const surplus = createSurplus(history)
  const weather = createWeatherModels(history, surplus)
  const solar = createRenewable('solar', history, surplus, weather)
  const wind = createRenewable('wind', history, surplus, weather)
  const tsoLoad = createTsoLoad(history, weather)
  const historyLoad = onDemand(() => createHistoryLoad(history, weather?.loadAgainstLastWeek ?? []))
  const parts = { solar: solar.model, wind: wind.model }
  return {
    models: { load: fillWith(tsoLoad, historyLoad), ...parts },
    plainModels: { load: fillWith(tsoLoad.plain, () => historyLoad().plain), ...parts },
    /** For the last requested day, 0 to 1; load 0 or 1. */
    weatherWeights: (day: number) => ({
      load: weather?.isKnownToLoad(day) ? 1 : 0,
      solar: solar.weight(),
      wind: wind.weight(),
    }),
  }
}

const HISTORY_OF = { solar: createHistorySolar, wind: createHistoryWind } as const
const CORRECTION_OF = { solar: createSolarCorrection, wind: createWindCorrection } as const

const WEIGHT_DAYS = 180
/** History knows the wind of the first hours best. */
const WEIGHTS_A_DAY = { solar: 1, wind: 4 } as const
/** 1 without a TSO forecast, 0 with one. */
const WEATHER_PRIOR = { weight: 1, days: 28 }
const WEATHER_BESIDE_TSO_PRIOR = { weight: 0, days: 180 }

/** The TSO's forecast plus its expected error, or history; either blended with weather. */
function createRenewable(
  quantity: 'solar' | 'wind',
  history: PreparedHistory,
  surplus: Surplus,
  weather: WeatherModels | null,
): { model: DayModel; weight(): number } {
  const { actual, tso } = history.quantities[quantity]
  let weight = 0

  /** An hour that lacks one forecast has the other. */
  function joinWeather(base: DayModel, prior: { weight: number; days: number }): DayModel {
    if (weather === null) return base
    const ofWeather = weather[quantity]
    const past = tabulate(base, actual.days, WEIGHT_DAYS + 1)
    const hours = HOURS_PER_DAY / WEIGHTS_A_DAY[quantity]
    const blends = Array.from({ length: WEIGHTS_A_DAY[quantity] }, (_, k) =>
      createBlend(WEIGHT_DAYS, prior, [k * hours, (k + 1) * hours]),
    )
    return {
      predict(day) {
        const own = rowOf(past, day).slice()
        const others = rowOf(ofWeather, day)
        weight = 0
        if (others.every(Number.isNaN)) return own
        const tables = { actual: actual.upTo(day - 2), base: past.upTo(day), other: ofWeather.upTo(day) }
        const weights = blends.map((weightOn) => weightOn(tables, day) ?? prior.weight)
        weight = meanOfHours(Float64Array.from(weights))
        return own.map((value, hour) => {
          const other = others[hour] ?? NaN
          if (Number.isNaN(value)) return other
          const ofHour = weights[Math.floor(hour / hours)] ?? weight
          return Number.isNaN(other) ? value : value + ofHour * (other - value)
        })
      },
    }
  }

  const early = onDemand(() => joinWeather(HISTORY_OF[quantity](history), WEATHER_PRIOR))
  if (history.unpublished.includes(quantity)) return { model: early(), weight: () => weight }
  const corrected = addModel(tso, CORRECTION_OF[quantity](history, surplus))
  const late = fillWith(joinWeather(corrected, WEATHER_BESIDE_TSO_PRIOR), early)
  const predict = (day: number) => (rowOf(tso, day).every(Number.isNaN) ? early() : late).predict(day)
  return { model: { predict }, weight: () => weight }
}
