import { DAY_MS, MINUTE_MS, QUANTITIES } from '#server/series/series.ts'
import type { Block, Quantity, StepMinutes } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { loadMw } from './load.ts'
import { noise, type NoisePart, type Ticks } from './noise.ts'
import { limited, solarMw, windMw } from './weather.ts'

const HABIT: readonly NoisePart[] = [[40 * 24, 1, 1]]

/** A TSO's forecast is wrong in the same way for weeks: in its level, and by the hour of the day. Mean 0, deviation 1. */
function habit(quantity: Quantity, area: DemoArea, ticks: Ticks): Float64Array {
  const noon = noise(`${quantity} noon`, area, ticks, HABIT)
  return noise(`${quantity} level`, area, ticks, HABIT).map((level, index) => {
    const angle = 2 * Math.PI * ((ticks.fromUtc + index * ticks.stepMs) / DAY_MS + area.longitude / 360)
    // The difference of morning and afternoon stays. Without it the forecast of a cloudless day would be marked as copied.
    const daily = (noon[index] ?? 0) * Math.cos(angle) - Math.sin(angle)
    return (level + Math.SQRT2 * daily) / Math.sqrt(3)
  })
}

/** Deviation of the habits of solar and wind forecasts, as a share of the value. */
const HABIT_SIZE = { solar: 0.035, wind: 0.05 } as const
/** The share of a load forecast's variance that is habit. */
const LOAD_HABIT_SHARE = 0.2
const LOAD_ERROR = [
  [14, 0.4, 1],
  [7, 0.4, 1],
  [3, 0.2, 1],
] as const

/** The error of a forecast of the day before, beside that of its weather, as a share of the value. */
function forecastError(quantity: Quantity, area: DemoArea, ticks: Ticks): Float64Array {
  const habits = habit(quantity, area, ticks)
  if (quantity !== 'load') return habits.map((deviations) => HABIT_SIZE[quantity] * deviations)
  const unknown = noise('load error', area, ticks, LOAD_ERROR)
  return habits.map((deviations, index) => {
    const error =
      Math.sqrt(LOAD_HABIT_SHARE) * deviations + Math.sqrt(1 - LOAD_HABIT_SHARE) * (unknown[index] ?? 0)
    return 1.2 * area.loadErrorShare * limited(error)
  })
}

/** How much more is wrong about a forecast of two days ahead, as a share of the value. */
const EARLY_ERROR: Readonly<Record<Quantity, number>> = { load: 0.015, solar: 0.08, wind: 0.1 }

/** Residual load, as a share of the load, below which feed-in is turned down. */
const CURTAILED_BELOW = 0.08

/** Turns sun and wind down by a share of what leaves too little load. */
function curtail({ load, solar, wind }: Record<Quantity, Float64Array>, share: number): void {
  for (const [index, loadNow] of load.entries()) {
    const [sun, air] = [solar[index] ?? 0, wind[index] ?? 0]
    const excess = sun + air - (1 - CURTAILED_BELOW) * loadNow
    if (excess <= 0) continue
    const kept = 1 - (share * excess) / (sun + air)
    solar[index] = sun * kept
    wind[index] = air * kept
  }
}

/** Values of an area for `count` intervals, whole MW as sources publish them: a function of only area, kind and stamp. `early tso`: two days ahead. */
export function demoValues(
  area: DemoArea,
  kind: 'actual' | 'tso' | 'early tso',
  startsAtUtc: number,
  stepMinutes: StepMinutes,
  count: number,
): Record<Quantity, Block> {
  const stepMs = stepMinutes * MINUTE_MS
  const ticks: Ticks = { fromUtc: startsAtUtc + stepMs / 2, stepMs, count }
  const teller = kind === 'actual' ? 'actual' : 'tso'
  const values = {
    load: loadMw(area, ticks),
    solar: solarMw(area, ticks, teller),
    wind: windMw(area, ticks, teller),
  }
  if (kind !== 'actual')
    for (const quantity of QUANTITIES) {
      const error = forecastError(quantity, area, ticks)
      const early = kind === 'tso' ? null : noise(`early ${quantity}`, area, ticks, [[9, 1, 1]])
      values[quantity] = values[quantity].map(
        (value, index) =>
          value * (1 + (error[index] ?? 0)) * (1 + EARLY_ERROR[quantity] * (early?.[index] ?? 0)),
      )
    }
  // A zone inside a national grid sends its surplus to the others. The TSO foresees less of it than happens: a correcting model can learn the rest.
  if (area.country === area.code) curtail(values, kind === 'actual' ? 0.6 : 0.42)
  const block = (powerMw: Float64Array): Block => ({
    startsAtUtc,
    stepMinutes,
    powerMw: powerMw.map(Math.round),
  })
  return { load: block(values.load), solar: block(values.solar), wind: block(values.wind) }
}
