/** A power in MW as answers give it: to hundredths, a half away from zero; null where it is missing. */
export function toPower(powerMw: number): number | null {
  if (Number.isNaN(powerMw)) return null
  const rounded = Math.floor(Math.abs(powerMw) * 100 + 0.5) / 100
  return powerMw < 0 && rounded > 0 ? -rounded : rounded
}
