/** Steps of colour from pale to deep, on both sides of zero. */
export const STEPS = [0, 1, 2, 3, 4, 5] as const
type Step = (typeof STEPS)[number]
/** `p3` above zero, `n3` at or below it, `none` without a value. */
export type CellTone = `p${Step}` | `n${Step}` | 'none'

/** The CSS variable of a tone (glance.css); each theme gives it its own value. */
export function toneVariable(tone: Exclude<CellTone, 'none'>): string {
  return `--glance-${tone}`
}

/** From the deepest below zero to the deepest above it. */
export const SCALE_TONES = [
  ...STEPS.toReversed().map((step) => `n${step}` as const),
  ...STEPS.map((step) => `p${step}` as const),
]

/** Sizes of values on either side of zero, MW: at `nearMw` the tone is palest, at `farMw` deepest. */
export interface ColourScale {
  nearMw: number
  farMw: number
  /** The power of the share between the two. */
  power: number
}

/** The scale of all countries. By the square root, so that small countries differ beside Germany. */
export function commonScale(endMw: number): ColourScale {
  return { nearMw: 0, farMw: endMw, power: 0.5 }
}

/** The scale of a row of its own: from its smallest size to its largest; from zero where it has values on both sides, or where they are differences. */
export function ownScale(values: readonly (number | null)[], isFromZero = false): ColourScale {
  const known = values.filter((value) => value !== null)
  const sizes = known.map(Math.abs)
  const isOneSided = known.every((value) => value > 0) || known.every((value) => value <= 0)
  return { nearMw: isOneSided && !isFromZero ? Math.min(...sizes) : 0, farMw: Math.max(...sizes), power: 1 }
}

/** The tone of a value; the palest where all values are equal. */
export function toneOf(valueMw: number | null, { nearMw, farMw, power }: ColourScale): CellTone {
  if (valueMw === null) return 'none'
  const share = farMw > nearMw ? ((Math.abs(valueMw) - nearMw) / (farMw - nearMw)) ** power : 0
  const step = STEPS[Math.min(Math.floor(share * STEPS.length), STEPS.length - 1)] ?? 0
  return valueMw > 0 ? `p${step}` : `n${step}`
}

/** The steps whose figures need the light ink of a dark ground, or in the dark theme the dark ink of a light one. */
const FIRST_DEEP_STEP = 4

export function isDeep(tone: CellTone): boolean {
  return tone !== 'none' && Number(tone.slice(1)) >= FIRST_DEEP_STEP
}
