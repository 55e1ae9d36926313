import { windPowerAt, type AreaWeather } from '#server/series/weather/area-weather.ts'
import type { PointWeather, WeatherPoint } from '#server/sources/weather-source.ts'

/** Where points without a value carry more than the rest of this weight, the mean of the others is not the area's. */
const MIN_WEIGHT = 0.8

/**
 * The weather of an area from that of its points: means weighted by wind power, solar power and load. An hour in which points of
 * more than a fifth of the weight are missing has no value.
 */
export function areaMeans(
  points: readonly WeatherPoint[],
  weather: readonly PointWeather[],
  startsAtUtc: number,
): AreaWeather {
  const weightsOf = (share: 'wind' | 'solar' | 'load') => points.map((point) => point[share])
  const columnsOf = (field: keyof PointWeather) => weather.map((point) => point[field])
  const speeds = columnsOf('windSpeedMs')
  return {
    startsAtUtc,
    temperatureC: weightedMean(weightsOf('load'), columnsOf('temperatureC')),
    windSpeedMs: weightedMean(weightsOf('wind'), speeds),
    windPower: weightedMean(weightsOf('wind'), speeds, windPowerAt),
    radiationWm2: weightedMean(weightsOf('solar'), columnsOf('radiationWm2')),
  }
}

/** The mean over the columns, hour by hour, of their values or of what `convert` makes of them. */
function weightedMean(
  weights: readonly number[],
  columns: readonly Float64Array[],
  convert: (value: number) => number = (value) => value,
): Float64Array {
  const sum = new Float64Array(columns[0]?.length ?? 0)
  const present = new Float64Array(sum.length)
  let all = 0
  for (const [index, weight] of weights.entries()) {
    const values = columns[index]
    if (weight === 0 || values === undefined) continue
    all += weight
    for (let hour = 0; hour < sum.length; hour++) {
      const value = convert(values[hour] ?? Number.NaN)
      if (Number.isNaN(value)) continue
      sum[hour] = (sum[hour] ?? 0) + weight * value
      present[hour] = (present[hour] ?? 0) + weight
    }
  }
  return sum.map((total, hour) => {
    const weight = present[hour] ?? 0
    return weight > 0 && weight >= MIN_WEIGHT * all ? total / weight : Number.NaN
  })
}
