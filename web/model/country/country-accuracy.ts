import type { AccuracyAnswer, ForecastRun, Scores } from '#contract/accuracy.ts'

export interface ScoreRow {
  name: string
  /** Mean absolute error, MW; null if nothing could be compared. */
  maeMw: number | null
  /** Length of the bar, 0 to 1. */
  share: number
  /** The error is larger than the scale: the bar is cut off. */
  isCut: boolean
  /** Relative to the TSO's error: -0.17 is 17 % smaller. Null for the TSO itself and if either error is missing. */
  againstTso: number | null
}

/**
 * The four forecasts with their mean absolute errors, the published one first. The naive forecast's error is several times the
 * others', so the bars are scaled to the largest of the other three.
 */
export function scoreRows(scores: Scores): ScoreRow[] {
  const compared: readonly [string, number | null][] = [
    ['Final value', scores.finalMaeMw],
    ['Model', scores.modelMaeMw],
    ['TSO', scores.tsoMaeMw],
  ]
  const largest = Math.max(...compared.map(([, maeMw]) => maeMw ?? 0))
  const naive = ['Same hour last week', scores.naiveMaeMw] as const
  return [...compared, naive].map(([name, maeMw]) => ({
    name,
    maeMw,
    share: maeMw === null || largest === 0 ? 0 : Math.min(maeMw / largest, 1),
    isCut: maeMw !== null && largest > 0 && maeMw > largest,
    againstTso: name === 'TSO' ? null : relativeChange(maeMw, scores.tsoMaeMw),
  }))
}

/** The kind of run that an accuracy answer scores: the one on the screen, or complete runs if none is kept. */
export function scoredKind({ run }: Pick<AccuracyAnswer, 'run'>): ForecastRun['kind'] {
  return run?.kind ?? 'complete'
}

function relativeChange(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base - 1
}
