import type { AccuracyAnswer } from '#contract/accuracy.ts'

interface LastDayError {
  finalMaeMw: number
  /** Null where no real TSO forecast is known as it was before the day. */
  tsoMaeMw: number | null
}

/**
 * Mean absolute errors of final value and TSO on the same hours, MW, or of the final value alone where there is no TSO; null if no
 * hour has an actual and a final value.
 */
export function lastDayError({ hours }: AccuracyAnswer['yesterday']): LastDayError | null {
  const errors = hours.flatMap(({ actual, final, tso }) =>
    actual === null || final === null
      ? []
      : [{ final: Math.abs(final - actual), tso: tso === null ? null : Math.abs(tso - actual) }],
  )
  const compared = errors.flatMap(({ final, tso }) => (tso === null ? [] : [{ final, tso }]))
  const finals = (compared.length > 0 ? compared : errors).map(({ final }) => final)
  if (finals.length === 0) return null
  return {
    finalMaeMw: meanOf(finals),
    tsoMaeMw: compared.length > 0 ? meanOf(compared.map(({ tso }) => tso)) : null,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
