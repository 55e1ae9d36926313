import { MINUTE_MS, type StepMinutes } from '#server/series/series.ts'

const STEPS: ReadonlySet<number> = new Set([15, 30, 60])

function isStep(minutes: number): minutes is StepMinutes {
  return STEPS.has(minutes)
}

/**
 * Measures the step of every stamp as the distance to its nearer neighbour. So a change from hours to quarter hours is found
 * at the stamp where it happens, and a stamp before a gap does not cover the gap. A stamp without a neighbour within the
 * hour has the declared step, or null.
 */
export function measureSteps(
  stampsUtc: readonly number[],
  declaredStep: number | null,
): (StepMinutes | null)[] {
  const declared = declaredStep !== null && isStep(declaredStep) ? declaredStep : null
  return stampsUtc.map((stamp, index) => {
    const before = (stamp - (stampsUtc[index - 1] ?? Number.NEGATIVE_INFINITY)) / MINUTE_MS
    const after = ((stampsUtc[index + 1] ?? Number.POSITIVE_INFINITY) - stamp) / MINUTE_MS
    const nearest = Math.min(before, after)
    const step = isStep(nearest) ? nearest : declared
    return step !== null && stamp % (step * MINUTE_MS) === 0 ? step : null
  })
}
