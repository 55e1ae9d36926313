import { MINUTE_MS } from '#server/series/series.ts'
import type { Block, Kind, Quantity, StepMinutes } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { loadErrorShare, solarForecastError, windForecastError } from './errors.ts'
import { loadMw } from './load.ts'
import type { Ticks } from './noise.ts'
import { solarMw } from './solar.ts'
import { windMw } from './wind.ts'

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

/** What the TSO said the day before. */
function forecastValues(area: DemoArea, ticks: Ticks): DemoValues {
  const biased = (values: Float64Array, bias: Float64Array) =>
    values.map((value, index) => value * (1 + (bias[index] ?? 0)))
  const solarError = solarForecastError(area, ticks)
  const windError = windForecastError(area, ticks)
  return {
    load: biased(loadMw(area, ticks), loadErrorShare(area, ticks)),
    solar: biased(solarMw(area, ticks, solarError.deviations), solarError.bias),
    wind: biased(windMw(area, ticks, windError.deviations), windError.bias),
  }
}

/** Values of an area for `count` intervals, whole MW as sources publish them: a function of only area, kind and stamp. */
export function demoValues(
  area: DemoArea,
  kind: Exclude<Kind, 'model'>,
  startsAtUtc: number,
  stepMinutes: StepMinutes,
  count: number,
): Record<Quantity, Block> {
  const stepMs = stepMinutes * MINUTE_MS
  const middles: Ticks = { fromUtc: startsAtUtc + stepMs / 2, stepMs, count }
  const values = kind === 'actual' ? actualValues(area, middles) : forecastValues(area, middles)
  // A zone inside a national grid sends its surplus to the others.
  if (area.country === area.code) curtail(values, CURTAILED_SHARE[kind])
  const block = (powerMw: Float64Array): Block => ({
    startsAtUtc,
    stepMinutes,
    powerMw: powerMw.map(Math.round),
  })
  return { load: block(values.load), solar: block(values.solar), wind: block(values.wind) }
}
