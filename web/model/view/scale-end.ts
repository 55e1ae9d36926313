/** The end of a colour scale, MW: the largest value of whatever sign, rounded up to two digits; 1 if there is none but zero. */
export function scaleEnd(values: Iterable<number | null>): number {
  let largest = 0
  for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return 1
  const step = 10 ** (Math.floor(Math.log10(largest)) - 1)
  return Math.ceil(largest / step) * step
}
