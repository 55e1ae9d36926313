import { parse } from 'csv-parse/sync'
import { z } from 'zod'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { windPowerAt, type AreaWeather } from '#server/series/store/area-weather.ts'
import type { PointWeather, WeatherPoint } from '#server/sources/weather-source.ts'

import text from './area-points.csv?raw'

const percent = z.coerce.number().int().min(0).max(100)

const RowSchema = z
  .object({
    area: z.enum(MEMBER_CODES),
    name: z.string().min(1),
    latitude: z.coerce.number(),
    longitude: z.coerce.number(),
    wind: percent,
    solar: percent,
    load: percent,
    cell: z.enum(['land', 'sea']),
  })
  .transform(({ cell, ...point }): WeatherPoint => ({ ...point, isOffshore: cell === 'sea' }))

const POINTS = z.array(RowSchema).parse(parse(text, { columns: true }))

/** Weights are from `weight-sources.csv`. */
export function pointsOf(area: MemberCode): readonly WeatherPoint[] {
  return POINTS.filter((point) => point.area === area)
}

/** Keeps URLs below two thousand characters. */
const MAX_POINTS = 100

/** The points of an area stay together. */
export function portionsOf(areas: readonly MemberCode[]): readonly (readonly MemberCode[])[] {
  const portions: MemberCode[][] = []
  let room = 0
  for (const area of areas) {
    const points = pointsOf(area).length
    if (points > room) {
      portions.push([])
      room = MAX_POINTS
    }
    portions.at(-1)?.push(area)
    room -= points
  }
  return portions
}

/** If less of the weight has a value, the hour has none. */
const MIN_WEIGHT = 0.8

/** Means weighted by wind power, solar power and load. */
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
