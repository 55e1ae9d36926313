import { MAX_POWER_MW } from '#contract/query.ts'

/** A power in MW as answers give it, in whole hundredths, a half away from zero; null where it is missing or no power at all. */
export function toHundredths(powerMw: number): number | null {
  if (!(Math.abs(powerMw) <= MAX_POWER_MW)) return null
  const rounded = Math.floor(Math.abs(powerMw) * 100 + 0.5)
  return powerMw < 0 && rounded > 0 ? -rounded : rounded
}

/** Rounds a power to hundredths of a MW; null for a missing value. */
export function toPower(powerMw: number): number | null {
  const hundredths = toHundredths(powerMw)
  return hundredths === null ? null : hundredths / 100
}
