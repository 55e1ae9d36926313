/** Larger numbers count as missing. */
const MAX_POWER_MW = 2e7

/** Hundredths of a MW, halves away from zero. */
export function toPower(powerMw: number): number | null {
  if (!(Math.abs(powerMw) <= MAX_POWER_MW)) return null
  const rounded = Math.floor(Math.abs(powerMw) * 100 + 0.5) / 100
  return powerMw < 0 && rounded > 0 ? -rounded : rounded
}
