/** Sizes of values on either side of zero, MW or shares: at `near` the colour is palest, at `far` deepest. */
export interface ColourScale {
  near: number
  far: number
  /** The power of the share between the two. */
  power: number
}

/** The scale of all countries. By the square root, so that small countries differ beside Germany. */
export function commonScale(endMw: number): ColourScale {
  return { near: 0, far: endMw, power: 0.5 }
}

/** The scale of a row of its own: from its smallest size to its largest; from zero where it has values on both sides, or where they are differences. */
export function ownScale(values: readonly (number | null)[], isFromZero = false): ColourScale {
  const known = values.filter((value) => value !== null)
  const sizes = known.map(Math.abs)
  const isOneSided = known.every((value) => value > 0) || known.every((value) => value <= 0)
  return { near: isOneSided && !isFromZero ? Math.min(...sizes) : 0, far: Math.max(...sizes), power: 1 }
}

/** The end of a colour scale: the largest value of whatever sign, rounded up to two digits; 1 if there is none but zero. */
export function scaleEnd(values: Iterable<number | null>): number {
  let largest = 0
  for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return 1
  const step = 10 ** (Math.floor(Math.log10(largest)) - 1)
  return Math.ceil(largest / step) * step
}

/** The step of a value's colour, from pale to deep; the palest where all values are equal. */
export function stepOf<Step extends number>(
  value: number,
  { near, far, power }: ColourScale,
  steps: readonly [Step, ...Step[]],
): Step {
  const share = far > near ? ((Math.abs(value) - near) / (far - near)) ** power : 0
  return steps[Math.min(Math.floor(share * steps.length), steps.length - 1)] ?? steps[0]
}

/** The sizes at which the colours of a scale begin, and its end: one more than its steps. */
export function stepBounds({ near, far, power }: ColourScale, steps: number): number[] {
  return Array.from({ length: steps + 1 }, (_, step) => near + (far - near) * (step / steps) ** (1 / power))
}
