import type { AccuracyAnswer } from '#contract/accuracy.ts'

export interface YesterdayError {
  finalMaeMw: number
  tsoMaeMw: number
}

/** Mean absolute errors of final value and TSO on the same hours, MW; null if no hour has all three values. */
export function yesterdayError({ hours }: AccuracyAnswer['yesterday']): YesterdayError | null {
  let finalSum = 0
  let tsoSum = 0
  let count = 0
  for (const { actual, final, tso } of hours) {
    if (actual === null || final === null || tso === null) continue
    finalSum += Math.abs(final - actual)
    tsoSum += Math.abs(tso - actual)
    count += 1
  }
  return count === 0 ? null : { finalMaeMw: finalSum / count, tsoMaeMw: tsoSum / count }
}
