import { blendWeight } from '#server/forecast/model/final-value.ts'
import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { type DayModel, type DayTable, rowOf } from '#server/forecast/model/history/day-table.ts'

/** Days whose errors decide the weight. */
const WEIGHT_DAYS = 180

export interface JoinParts {
  actual: DayTable
  /** The forecast without weather. */
  base: DayModel
  /** The forecast from weather. */
  weather: DayTable
  /** The weight of weather that is assumed from the start, and the days that it counts as. */
  prior: { weight: number; days: number }
  /** Is given what weather weighs in the forecast of each day, 0 to 1. */
  onWeight: (weight: number) => void
}

/**
 * Two forecasts of a quantity by the weight of weather that would have been best in the mean square over the last half year. An
 * hour without one of them has the other.
 */
export function joinWeather({ actual, base, weather, prior, onWeight }: JoinParts): DayModel {
  const past = new Float64Array(actual.days * HOURS_PER_DAY).fill(NaN)
  let next = 0
  return {
    predict(day) {
      next = Math.max(next, day - 1 - WEIGHT_DAYS)
      for (; next <= day; next++) past.set(base.predict(next), next * HOURS_PER_DAY)
      const start = day * HOURS_PER_DAY
      const fromWeather = rowOf(weather, day)
      const own = past.slice(start, start + HOURS_PER_DAY)
      onWeight(0)
      if (fromWeather.every(Number.isNaN)) return own
      const best = {
        actual: actual.upTo(day - 2),
        base: past,
        other: weather.upTo(day),
        days: WEIGHT_DAYS,
        prior,
      }
      const weight = blendWeight(best, day) ?? prior.weight
      onWeight(weight)
      return own.map((value, hour) => {
        const other = fromWeather[hour] ?? NaN
        if (Number.isNaN(value)) return other
        return Number.isNaN(other) ? value : value + weight * (other - value)
      })
    },
  }
}
