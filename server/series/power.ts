/** Nothing larger is a power, MW. */
const MAX_POWER_MW = 2e7

/** Rounds a power to hundredths of a MW, a half away from zero; null where it is missing or no power at all. */
export function toPower(powerMw: number): number | null {
  if (!(Math.abs(powerMw) <= MAX_POWER_MW)) return null
  const rounded = Math.floor(Math.abs(powerMw) * 100 + 0.5) / 100
  return powerMw < 0 && rounded > 0 ? -rounded : rounded
}
