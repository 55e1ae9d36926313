import { emptyWeather, windPowerAt, type AreaWeather } from '#server/series/weather/area-weather.ts'
import type { WeatherAnswer, WeatherPoint } from '#server/sources/weather-source.ts'

/** Where points without a value carry more than the rest of this weight, the mean of the others is not the area's. */
const LEAST_WEIGHT = 0.8

/** A value of an hour at one point, by its index. */
type ValueAt = (point: number) => number

/**
 * The weather of an area from that of its points: means weighted by wind power, solar power and load. An hour in which points of
 * more than a fifth of the weight are missing has no value.
 */
export function areaMeans(points: readonly WeatherPoint[], answer: WeatherAnswer): AreaWeather {
  const hours = answer.points[0]?.temperatureC.length ?? 0
  const weather = emptyWeather(answer.startsAtUtc, hours)
  const [wind, solar, load] = (['wind', 'solar', 'load'] as const).map((share) => {
    const weights = points.map((point) => point[share])
    return (valueAt: ValueAt) => weightedMean(weights, valueAt)
  })
  for (let hour = 0; hour < hours; hour++) {
    const at = (field: 'temperatureC' | 'windSpeedMs' | 'radiationWm2') => (point: number) =>
      answer.points[point]?.[field][hour] ?? Number.NaN
    const speedAt = at('windSpeedMs')
    weather.temperatureC[hour] = load?.(at('temperatureC')) ?? Number.NaN
    weather.windSpeedMs[hour] = wind?.(speedAt) ?? Number.NaN
    weather.windPower[hour] = wind?.((point) => windPowerAt(speedAt(point))) ?? Number.NaN
    weather.radiationWm2[hour] = solar?.(at('radiationWm2')) ?? Number.NaN
  }
  return weather
}

function weightedMean(weights: readonly number[], valueAt: ValueAt): number {
  let [sum, present, all] = [0, 0, 0]
  for (const [point, weight] of weights.entries()) {
    if (weight === 0) continue
    const value = valueAt(point)
    all += weight
    if (Number.isNaN(value)) continue
    present += weight
    sum += weight * value
  }
  return present >= LEAST_WEIGHT * all && present > 0 ? sum / present : Number.NaN
}
