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

/** The tone of a value. By the square root, so that small countries differ beside Germany. */
export function toneOf(valueMw: number | null, endMw: number): CellTone {
  if (valueMw === null) return 'none'
  const share = Math.sqrt(Math.abs(valueMw) / endMw)
  const step = STEPS[Math.min(Math.floor(share * STEPS.length), STEPS.length - 1)] ?? 0
  return valueMw > 0 ? `p${step}` : `n${step}`
}

/** The steps whose figures need the light ink of a dark ground, or in the dark theme the dark ink of a light one. */
const FIRST_DEEP_STEP = 4

export function isDeep(tone: CellTone): boolean {
  return tone !== 'none' && Number(tone.slice(1)) >= FIRST_DEEP_STEP
}
