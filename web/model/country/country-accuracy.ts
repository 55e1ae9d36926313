import type { AccuracyAnswer, ForecastRun, Scores } from '#contract/accuracy.ts'
import { formatMw, formatShareChange } from '#web/ui/power-format.ts'

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

/**
 * `28-day error of early runs 1,210 MW, −18.2% against TSO (1,480 MW)`: the figures of the accuracy panel; null if there are
 * none.
 */
export function errorWords(scores: Scores, kind: ForecastRun['kind']): string | null {
  const { finalMaeMw, tsoMaeMw } = scores
  if (finalMaeMw === null) return null
  const words = `28-day error of ${kind} runs ${formatMw(finalMaeMw)} MW`
  const change = relativeChange(finalMaeMw, tsoMaeMw)
  return change === null
    ? words
    : `${words}, ${formatShareChange(change)} against TSO (${formatMw(tsoMaeMw)} MW)`
}

function relativeChange(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base - 1
}
