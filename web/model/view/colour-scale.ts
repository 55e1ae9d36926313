/** Absolute values, MW or shares: palest at `near`, deepest at `far`. */
export interface ColourScale {
  near: number
  far: number
  /** Exponent of the share between them. */
  power: number
}

/** Square root, so that small countries differ beside Germany. */
export function commonScale(endMw: number): ColourScale {
  return { near: 0, far: endMw, power: 0.5 }
}

/** Scale of one row: from its smallest absolute value, or from zero for differences and mixed signs. */
export function ownScale(values: readonly (number | null)[], isFromZero = false): ColourScale {
  const known = values.filter((value) => value !== null)
  const sizes = known.map(Math.abs)
  const isOneSided = known.every((value) => value > 0) || known.every((value) => value <= 0)
  return { near: isOneSided && !isFromZero ? Math.min(...sizes) : 0, far: Math.max(...sizes), power: 1 }
}

/** Largest absolute value, rounded up to two digits; 1 if all are zero. */
export function scaleEnd(values: Iterable<number | null>): number {
  let largest = 0
  for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return 1
  const step = 10 ** (Math.floor(Math.log10(largest)) - 1)
  return Math.ceil(largest / step) * step
}

/** The palest if all values are equal. */
export function stepOf<Step extends number>(
  value: number,
  { near, far, power }: ColourScale,
  steps: readonly [Step, ...Step[]],
): Step {
  const share = far > near ? ((Math.abs(value) - near) / (far - near)) ** power : 0
  return steps[Math.min(Math.floor(share * steps.length), steps.length - 1)] ?? steps[0]
}

export function stepBounds({ near, far, power }: ColourScale, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, step) => near + (far - near) * (step / steps) ** (1 / power))
}
