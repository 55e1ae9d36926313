import { addSpan, HOUR_MS, MINUTE_MS, QUARTER_MS, type Span } from '#contract/time.ts'
import { spanOfValues, type Block, type StepMinutes } from '#server/series/series.ts'

const QUARTER_MINUTES = 15

/** Each value with the step at which it was published. */
export interface QuarterHours {
  fromUtc: number
  /** NaN for missing. */
  powerMw: Float64Array
  /** 15, 30 or 60; 0 if missing. */
  stepMinutes: Uint8Array
}

/** A day of zeros: any other dataset of the same hours wins. The shortest day has 23 hours. */
const isPlaceholder = ({ powerMw, stepMinutes }: Block) =>
  powerMw.length * stepMinutes >= 23 * 60 && powerMw.every((value) => value === 0)

/** The finest step wins, then the later block. `overlaid`: values replaced by others. */
export function mergeBlocks(
  blocks: readonly Block[],
  span: Span,
): { quarters: QuarterHours; overlaid: number } {
  const fromUtc = Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS
  const length = (Math.ceil(span.toUtc / HOUR_MS) * HOUR_MS - fromUtc) / QUARTER_MS
  const powerMw = new Float64Array(length).fill(Number.NaN)
  const quarters: QuarterHours = { fromUtc, powerMw, stepMinutes: new Uint8Array(length) }
  let overlaid = 0
  for (const arePlaceholders of [true, false])
    for (const step of [60, 30, 15] as const)
      for (const block of blocks) {
        if (block.stepMinutes !== step || isPlaceholder(block) !== arePlaceholders) continue
        for (let index = 0; index < block.powerMw.length; index += 1) {
          const startsAtUtc = block.startsAtUtc + index * step * MINUTE_MS
          if (paint(quarters, startsAtUtc, step, block.powerMw[index] ?? NaN)) overlaid += 1
        }
      }
  return { quarters, overlaid }
}

function paint(quarters: QuarterHours, startsAtUtc: number, step: StepMinutes, value: number): boolean {
  const first = (startsAtUtc - quarters.fromUtc) / QUARTER_MS
  const end = first + step / QUARTER_MINUTES
  if (Number.isNaN(value) || first < 0 || end > quarters.powerMw.length) return false
  let isOverlaid = false
  for (let quarter = first; quarter < end; quarter += 1) {
    isOverlaid ||= quarters.stepMinutes[quarter] !== 0 && quarters.powerMw[quarter] !== value
    quarters.powerMw[quarter] = value
    quarters.stepMinutes[quarter] = step
  }
  return isOverlaid
}

/** Sum of two parts. Where the second is missing, the first alone, or NaN if `isSecondNeeded`. */
export function sumQuarterHours(
  first: QuarterHours,
  second: QuarterHours | null,
  isSecondNeeded: (utc: number) => boolean,
): QuarterHours {
  const powerMw = new Float64Array(first.powerMw.length)
  const stepMinutes = new Uint8Array(first.powerMw.length)
  for (const [index, value] of first.powerMw.entries()) {
    const other = second?.powerMw[index] ?? Number.NaN
    const isAlone = Number.isNaN(other) && !isSecondNeeded(first.fromUtc + index * QUARTER_MS)
    const sum = isAlone ? value : value + other
    const steps = [first.stepMinutes[index] ?? 0, isAlone ? 60 : (second?.stepMinutes[index] ?? 0)]
    powerMw[index] = sum
    stepMinutes[index] = Number.isNaN(sum) ? 0 : Math.min(...steps)
  }
  return { fromUtc: first.fromUtc, powerMw, stepMinutes }
}

export function spanOfQuarters({ fromUtc, powerMw }: QuarterHours): Span | null {
  return spanOfValues({ startsAtUtc: fromUtc, stepMinutes: QUARTER_MINUTES, powerMw })
}

export function touching(spans: readonly Span[]): (utc: number) => boolean {
  return (utc) => spans.some(({ fromUtc, toUtc }) => fromUtc < utc + QUARTER_MS && toUtc > utc)
}

export function gapsOf({ fromUtc, powerMw }: QuarterHours, isCounted: (utc: number) => boolean): Span[] {
  const gaps: Span[] = []
  for (let quarter = 0; quarter < powerMw.length; quarter += 1) {
    if (!Number.isNaN(powerMw[quarter])) continue
    const startsAtUtc = fromUtc + quarter * QUARTER_MS
    if (isCounted(startsAtUtc)) addSpan(gaps, { fromUtc: startsAtUtc, toUtc: startsAtUtc + QUARTER_MS })
  }
  return gaps
}

/** A gap or another step starts a new block. */
export function toBlocks(quarters: QuarterHours): Block[] {
  const runs: { first: number; stepMinutes: StepMinutes | null; values: number[] }[] = []
  for (let index = 0; index < quarters.powerMw.length;) {
    const step = stepAt(quarters, index)
    if (runs.at(-1)?.stepMinutes !== step) runs.push({ first: index, stepMinutes: step, values: [] })
    runs.at(-1)?.values.push(quarters.powerMw[index] ?? Number.NaN)
    index += (step ?? QUARTER_MINUTES) / QUARTER_MINUTES
  }
  return runs.flatMap(({ first, stepMinutes, values }) => {
    const startsAtUtc = quarters.fromUtc + first * QUARTER_MS
    return stepMinutes === null ? [] : [{ startsAtUtc, stepMinutes, powerMw: Float64Array.from(values) }]
  })
}

/** Step of the interval that starts here; 15 if a finer value replaced a part. */
function stepAt({ powerMw, stepMinutes }: QuarterHours, index: number): StepMinutes | null {
  const step = stepMinutes[index]
  if (step !== 15 && step !== 30 && step !== 60) return null
  const end = index + step / QUARTER_MINUTES
  const isAligned = index % (step / QUARTER_MINUTES) === 0
  const isWhole =
    isAligned &&
    end <= powerMw.length &&
    stepMinutes.subarray(index, end).every((other) => other === step) &&
    powerMw.subarray(index, end).every((value) => value === powerMw[index])
  return isWhole ? step : QUARTER_MINUTES
}
