import { zoneOffset } from '#contract/zone-time.ts'
import {
  MINUTE_MS,
  type Block,
  type Kind,
  QUANTITIES,
  type Quantity,
  type StepMinutes,
  DAY_MS,
  HOUR_MS,
} from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { loadMw } from './load.ts'
import { addNoise, noise, normal, seedOf, type Ticks } from './noise.ts'
import { solarMw } from './sun.ts'
import { weather } from './weather.ts'
import { windMw } from './wind.ts'

/** Habits of a forecast drift over about a month. */
const DRIFT_MS = 24 * DAY_MS
/** The share of an error's variance that is habit: the same hour or weekday is wrong in the same way for weeks. */
const HABIT_SHARE = 0.3
/** Ratio of deviation to mean absolute error: 1.25 for a normal error, more here, since habits are not the same in all areas. */
const DEVIATION_PER_MAE = 1.3

/** What can be wrong in the same way again and again: the level, the shape of the day, Mondays, Saturdays, Sundays. */
const HABITS: readonly ((hourAngle: number, weekday: number) => number)[] = [
  () => 1,
  (hour) => Math.SQRT2 * Math.cos(hour),
  (hour) => Math.SQRT2 * Math.sin(hour),
  (hour) => Math.SQRT2 * Math.cos(2 * hour),
  (hour) => Math.SQRT2 * Math.sin(2 * hour),
  (_, weekday) => (weekday === 1 ? 1.6 : 0),
  (_, weekday) => (weekday === 6 ? 1.6 : 0),
  (_, weekday) => (weekday === 0 ? 1.6 : 0),
]

/** A habit's strength over time: a part that stays and a part that drifts; the squares of all strengths sum to about 1. */
function habitStrengths(area: DemoArea, ticks: Ticks): Float64Array[] {
  const standing = HABITS.map((_, habit) => normal(seedOf(`habit ${area.code}`), habit))
  const length = Math.hypot(...standing)
  return standing.map((strength, habit) => {
    const strengths = new Float64Array(ticks.count).fill((0.7 * strength) / length)
    addNoise(strengths, ticks, `drift ${habit} ${area.code}`, DRIFT_MS, 0.7 / Math.sqrt(HABITS.length))
    return strengths
  })
}

/** No error is larger than 1.4 deviations, or its day would be marked as suspicious. Keeps the mean absolute error. */
const limited = (deviations: number) => 1.4 * Math.tanh(deviations)

/** Error of the TSO's load forecast as a share of the load: habits by hour and weekday, and what nobody can know. */
function loadErrorShare(area: DemoArea, ticks: Ticks): Float64Array {
  const deviation = area.loadErrorShare * DEVIATION_PER_MAE
  const deviationOf = (share: number) => deviation * Math.sqrt((1 - HABIT_SHARE) * share)
  const error = noise('load error', area.code, ticks, [
    [24, deviationOf(0.4)],
    [8, deviationOf(0.4)],
    [2, deviationOf(0.2)],
  ])
  const strengths = habitStrengths(area, ticks)
  const habitScale = deviation * Math.sqrt(HABIT_SHARE)
  const offsetAt = zoneOffset(area.zone)
  return error.map((unknown, index) => {
    const utc = ticks.fromUtc + index * ticks.stepMs
    const localMs = utc + offsetAt(utc)
    const hourAngle = (2 * Math.PI * (localMs % DAY_MS)) / DAY_MS
    const weekday = new Date(localMs).getUTCDay()
    let habit = 0
    for (let number = 0; number < HABITS.length; number += 1)
      habit += (strengths[number]?.[index] ?? 0) * (HABITS[number]?.(hourAngle, weekday) ?? 0)
    return Math.expm1(deviation * limited((unknown + habitScale * habit) / deviation))
  })
}

/** Relative bias of a forecast that drifts over weeks. */
function driftingBias(name: string, area: DemoArea, ticks: Ticks, deviation: number): Float64Array {
  const standing = 0.5 * deviation * normal(seedOf(`${name} ${area.code}`), 0)
  const bias = new Float64Array(ticks.count).fill(standing)
  addNoise(bias, ticks, `${name} ${area.code}`, DRIFT_MS, deviation)
  return bias
}

/** How much too low a forecast is six hours before noon, and too high after it. Otherwise that of a cloudless day would be marked as copied. */
const MORNING_ERROR_SHARE = 0.02

/** Makes the mean absolute error about 9 % of the mean output. */
function windForecast(area: DemoArea, ticks: Ticks): Float64Array {
  const deviations = weather('windError', area.code, ticks).map((error) => 0.13 * limited(error))
  return biased(windMw(area, ticks, deviations), driftingBias('wind bias', area, ticks, 0.05))
}

/** Makes the mean absolute error about 7 % of the mean output. */
function solarForecast(area: DemoArea, ticks: Ticks): Float64Array {
  const deviations = weather('cloudError', area.code, ticks).map((error) => 0.18 * limited(error))
  const bias = driftingBias('solar bias', area, ticks, 0.03).map((drift, index) => {
    const turns = (ticks.fromUtc + index * ticks.stepMs) / DAY_MS + area.longitude / 360
    return drift - MORNING_ERROR_SHARE * Math.sin(2 * Math.PI * turns)
  })
  return biased(solarMw(area, ticks, deviations), bias)
}

function biased(values: Float64Array, bias: Float64Array): Float64Array {
  return values.map((value, index) => value * (1 + (bias[index] ?? 0)))
}

type DemoValues = Readonly<Record<Quantity, Float64Array>>

/** Residual load, as a share of the load, below which feed-in is turned down. */
const CURTAILED_BELOW = 0.08
/** How much of the missing load is turned down, and how much of that the TSO foresees: a correcting model can learn the rest. */
const CURTAILED_SHARE: Readonly<Record<Exclude<Kind, 'model'>, number>> = { actual: 0.6, tso: 0.42 }

/** Turns sun and wind down where they leave too little load. */
function curtail(values: DemoValues, share: number): void {
  const { load, solar, wind } = values
  for (const [index, loadNow] of load.entries()) {
    const feedIn = (solar[index] ?? 0) + (wind[index] ?? 0)
    const excess = feedIn - (1 - CURTAILED_BELOW) * loadNow
    if (excess <= 0) continue
    const kept = 1 - (share * excess) / feedIn
    solar[index] = (solar[index] ?? 0) * kept
    wind[index] = (wind[index] ?? 0) * kept
  }
}

function actualValues(area: DemoArea, ticks: Ticks): DemoValues {
  return { load: loadMw(area, ticks), solar: solarMw(area, ticks, null), wind: windMw(area, ticks, null) }
}

/** What the TSO forecast the day before. */
function forecastValues(area: DemoArea, ticks: Ticks): DemoValues {
  const load = biased(loadMw(area, ticks), loadErrorShare(area, ticks))
  return { load, solar: solarForecast(area, ticks), wind: windForecast(area, ticks) }
}

/** How much more is wrong about a forecast of two days ahead, as a share of the value. */
const EARLY_ERROR: Readonly<Record<Quantity, number>> = { load: 0.015, solar: 0.08, wind: 0.1 }
const EARLY_ERROR_MS = 9 * HOUR_MS

/** What the TSO forecast two days ahead: the same, with more error. */
function addEarlyError(area: DemoArea, ticks: Ticks, values: DemoValues): void {
  for (const quantity of QUANTITIES) {
    const error = new Float64Array(ticks.count).fill(1)
    addNoise(error, ticks, `early ${quantity} ${area.code}`, EARLY_ERROR_MS, EARLY_ERROR[quantity])
    for (const [index, factor] of error.entries())
      values[quantity][index] = (values[quantity][index] ?? 0) * factor
  }
}

/** Values of an area for `count` intervals, whole MW as sources publish them: a function of only area, kind and stamp. `early tso`: two days ahead. */
export function demoValues(
  area: DemoArea,
  kind: Exclude<Kind, 'model'> | 'early tso',
  startsAtUtc: number,
  stepMinutes: StepMinutes,
  count: number,
): Record<Quantity, Block> {
  const stepMs = stepMinutes * MINUTE_MS
  const middles: Ticks = { fromUtc: startsAtUtc + stepMs / 2, stepMs, count }
  const values = kind === 'actual' ? actualValues(area, middles) : forecastValues(area, middles)
  if (kind === 'early tso') addEarlyError(area, middles, values)
  // A zone inside a national grid sends its surplus to the others.
  if (area.country === area.code) curtail(values, CURTAILED_SHARE[kind === 'actual' ? 'actual' : 'tso'])
  const block = (powerMw: Float64Array): Block => ({
    startsAtUtc,
    stepMinutes,
    powerMw: powerMw.map(Math.round),
  })
  return { load: block(values.load), solar: block(values.solar), wind: block(values.wind) }
}
