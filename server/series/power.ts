/** A power in MW as answers give it: to hundredths, null where it is missing. */
export function toPower(powerMw: number): number | null {
  return Number.isNaN(powerMw) ? null : Math.round(powerMw * 100) / 100 + 0
}
