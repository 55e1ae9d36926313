import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { DEMO_AREAS, type DemoArea } from './areas.ts'
import { createMemory, type Ticks, addSmoothNoise, normal, seedOf, shifted } from './noise.ts'

/** Weather moves east: hours by which a degree of longitude is later. */
const HOURS_PER_DEGREE_EAST = 0.9

const KM_PER_DEGREE = 111.2
/** Of a degree of longitude, on the latitude of Europe's middle: a flat map, on which the correlations fit together. */
const KM_PER_DEGREE_EAST = KM_PER_DEGREE * Math.cos((48 * Math.PI) / 180)

/** Falls slowly at first: neighbours share most of their weather. */
function correlation(a: DemoArea, b: DemoArea, reachKm: number): number {
  const north = (a.latitude - b.latitude) * KM_PER_DEGREE
  const east = (a.longitude - b.longitude) * KM_PER_DEGREE_EAST
  return Math.exp(-((Math.hypot(north, east) / reachKm) ** 1.5))
}

/** Cholesky factor of the areas' correlations, which fall with distance: rows mix independent numbers into correlated ones. */
function mixingRows(reachKm: number): number[][] {
  const rows: number[][] = []
  for (const area of DEMO_AREAS) {
    const row: number[] = []
    for (const [column, other] of DEMO_AREAS.slice(0, rows.length + 1).entries()) {
      const earlier = rows[column] ?? row
      const dot = row.reduce((sum, value, index) => sum + value * (earlier[index] ?? 0), 0)
      const rest = correlation(area, other, reachKm) - dot
      row.push(earlier === row ? Math.sqrt(rest) : rest / (earlier[column] ?? 1))
    }
    rows.push(row)
  }
  return rows
}

/** One scale of weather: how long it lasts, how far it reaches, how much of the variance it carries. */
function scale(hours: number, reachKm: number, share: number) {
  return { hours, share, rows: mixingRows(reachKm) }
}

/** Highs and lows, fronts, and what is local. */
const WEATHER_SCALES = [scale(54, 1400, 0.66), scale(18, 700, 0.24), scale(5, 300, 0.1)]
/** A forecast knows the highs and lows, and misses when and how strongly a front passes. */
const ERROR_SCALES = [scale(20, 900, 0.4), scale(7, 400, 0.4), scale(2, 150, 0.2)]
const FIELDS = {
  wind: WEATHER_SCALES,
  cloud: WEATHER_SCALES,
  temperature: WEATHER_SCALES,
  windError: ERROR_SCALES,
  cloudError: ERROR_SCALES,
}
export type WeatherField = keyof typeof FIELDS

const remembered = createMemory<Float64Array>()

/** A field of weather over an area: mean 0, deviation 1, smooth in time, shared with the neighbours. Each caller gets a copy. */
export function weather(field: WeatherField, area: MemberCode, ticks: Ticks): Float64Array {
  return remembered(`${field} ${area}`, ticks, () => computeField(field, area, ticks)).slice()
}

function computeField(field: WeatherField, area: MemberCode, ticks: Ticks): Float64Array {
  const values = new Float64Array(ticks.count)
  const index = DEMO_AREAS.findIndex(({ code }) => code === area)
  const lagMs = Math.round((DEMO_AREAS[index]?.longitude ?? 0) * HOURS_PER_DEGREE_EAST * HOUR_MS)
  const local = shifted(ticks, -lagMs)
  for (const [number, { hours, share, rows }] of FIELDS[field].entries()) {
    const row = rows[index] ?? []
    const seeds = row.map((_, column) => seedOf(`${field} ${number} ${column}`))
    addSmoothNoise(values, local, hours * HOUR_MS, Math.sqrt(share), (node) => {
      let sum = 0
      for (let column = 0; column < row.length; column += 1)
        sum += (row[column] ?? 0) * normal(seeds[column] ?? 0, node)
      return sum
    })
  }
  return values
}
