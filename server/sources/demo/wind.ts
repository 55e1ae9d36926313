import { HOUR_MS } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { addNoise, type Ticks } from './noise.ts'
import { grown, yearAngle } from './sun.ts'
import { weather } from './weather.ts'

const GROWTH_PER_YEAR = 0.05
/** Deviation of the logarithm of the wind speed. */
const GUSTINESS = 0.37
/** Over open sea it blows harder. */
export const OFFSHORE_SPEED = 1.3
const OFFSHORE_SHARE = 0.9

function powerCurve(speedMs: number): number {
  return 1 / (1 + Math.exp((11.3 - speedMs) / 2.6))
}

/** Where the curve begins: calmer air turns no rotor. */
const CALM = powerCurve(1.5)

/** A fleet's power curve: little below 4 m/s, half at 11, full beyond 20, smooth since no two places are alike. */
function fleetShare(speedMs: number): number {
  return Math.max(0, (powerCurve(speedMs) - CALM) / (1 - CALM))
}

/** Wind speed of an area on land at hub height, m/s, at each tick; the error is in deviations of the weather. */
export function windSpeedMs(
  area: DemoArea,
  ticks: Ticks,
  windError: Float64Array | null = null,
): Float64Array {
  const wind = weather('wind', area.code, ticks)
  addNoise(wind, ticks, `gusts ${area.code}`, 1.5 * HOUR_MS, 0.06)
  return wind.map((deviations, index) => {
    const season = 1 + 0.14 * Math.cos(yearAngle(ticks.fromUtc + index * ticks.stepMs) - 0.2)
    const gust = Math.exp(GUSTINESS * (deviations + (windError?.[index] ?? 0)) - GUSTINESS ** 2 / 2)
    return area.windMs * season * gust
  })
}

/** Wind feed-in of an area before any curtailment, MW, at each tick. */
export function windMw(area: DemoArea, ticks: Ticks, windError: Float64Array | null): Float64Array {
  return windSpeedMs(area, ticks, windError).map((speed, index) => {
    const onshore = area.onshoreMw * area.windShare * fleetShare(speed)
    const offshore = area.offshoreMw * OFFSHORE_SHARE * fleetShare(speed * OFFSHORE_SPEED)
    return grown(ticks.fromUtc + index * ticks.stepMs, GROWTH_PER_YEAR) * (onshore + offshore)
  })
}
