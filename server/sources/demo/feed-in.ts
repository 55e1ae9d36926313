import { DAY_MS } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import type { Ticks } from './noise.ts'
import { cloudTransmission, OFFSHORE_SPEED, sunHeight, type Teller, windSpeedMs } from './weather.ts'

/** Capacity of a date as a share of that of the middle of 2026, which the table of areas counts: what was built later is left out. */
function grown(utc: number, growthPerYear: number): number {
  const years = (utc - Date.UTC(2026, 6, 1)) / (365.25 * DAY_MS)
  return Math.exp(growthPerYear * Math.min(2, Math.max(-6, years)))
}

/** A fleet's power curve: little below 4 m/s, half at 11, full beyond 20, smooth since no two places are alike. */
function fleetShare(speedMs: number): number {
  return 1 / (1 + Math.exp((11.3 - speedMs) / 2.6))
}

/** Wind feed-in of an area before any curtailment, MW. */
export function windMw(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  return windSpeedMs(area, ticks, teller).map((speed, index) => {
    const onshore = area.onshoreMw * area.windShare * fleetShare(speed)
    const offshore = area.offshoreMw * 0.9 * fleetShare(speed * OFFSHORE_SPEED)
    return grown(ticks.fromUtc + index * ticks.stepMs, 0.05) * (onshore + offshore)
  })
}

/** Panels are tilted: on average they see the sun from so many degrees further south. */
const TILT = 20

/** Output of a fleet of panels under a clear sky as a share of its capacity. Beam by air mass: Meinel 1976. */
function clearSkyShare({ latitude, longitude }: DemoArea, utc: number): number {
  const height = sunHeight(latitude, longitude, utc)
  if (height <= 0) return 0
  const beam = 1.35 * 0.7 ** ((height + 0.05) ** -0.678)
  return beam * (0.94 * Math.max(0, sunHeight(latitude - TILT, longitude, utc)) + 0.14 * height)
}

/** Solar feed-in of an area before any curtailment, MW. */
export function solarMw(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  return cloudTransmission(area, ticks, teller).map((transmission, index) => {
    const utc = ticks.fromUtc + index * ticks.stepMs
    return area.solarMw * grown(utc, 0.14) * area.solarShare * clearSkyShare(area, utc) * transmission
  })
}
