import type { AccuracyAnswer } from '#contract/accuracy.ts'
import type { Band, ChartData } from '#web/chart/data/chart-data.ts'

type Limits = Pick<AccuracyAnswer['hours'][number], 'startsAt' | 'p10' | 'p90'>

const BAND_NAME = 'P10–P90'
/** Of `Final_Value` in the country's chart. */
const FINAL_COLOUR = 0
const ACTUAL_COLOUR = 4

function stampS(startsAt: string): number {
  return Date.parse(startsAt) / 1000
}

/** The band around the final value at the timestamps of a chart; null if none of them has limits. */
export function bandAt(timesS: readonly number[], hours: readonly Limits[]): Band | null {
  const limits = new Map(hours.map((hour) => [stampS(hour.startsAt), hour]))
  if (!timesS.some((timeS) => limits.has(timeS))) return null
  return {
    name: BAND_NAME,
    colourIndex: FINAL_COLOUR,
    low: timesS.map((timeS) => limits.get(timeS)?.p10 ?? null),
    high: timesS.map((timeS) => limits.get(timeS)?.p90 ?? null),
  }
}

/** The last complete day: its final value and its actual values. */
export function yesterdayChart({ hours }: AccuracyAnswer['yesterday']): ChartData {
  const timesS = hours.map((hour) => stampS(hour.startsAt))
  const band = bandAt(timesS, hours)
  return {
    timesS,
    curves: [
      {
        name: 'Actual',
        style: 'solid',
        colourIndex: ACTUAL_COLOUR,
        values: hours.map((hour) => hour.actual),
      },
      {
        name: 'Final value',
        style: 'dashed',
        colourIndex: FINAL_COLOUR,
        values: hours.map((hour) => hour.final),
      },
    ],
    ...(band !== null && { band }),
  }
}

export interface ScoreRow {
  name: string
  /** Mean absolute error, MW; null if nothing could be compared. */
  maeMw: number | null
  /** Share of the largest error, 0 to 1. */
  share: number
  /** Relative to the TSO's error: -0.17 is 17 % smaller. Null for the TSO itself and if either error is missing. */
  againstTso: number | null
}

/** The four forecasts with their mean absolute errors, the published one first. */
export function scoreRows(scores: AccuracyAnswer['scores']): ScoreRow[] {
  const named: readonly [string, number | null][] = [
    ['Final value', scores.finalMaeMw],
    ['Model', scores.modelMaeMw],
    ['TSO', scores.tsoMaeMw],
    ['Same hour last week', scores.naiveMaeMw],
  ]
  const largest = Math.max(...named.map(([, maeMw]) => maeMw ?? 0))
  return named.map(([name, maeMw]) => ({
    name,
    maeMw,
    share: maeMw === null || largest === 0 ? 0 : maeMw / largest,
    againstTso: name === 'TSO' ? null : relativeChange(maeMw, scores.tsoMaeMw),
  }))
}

function relativeChange(value: number | null, base: number | null): number | null {
  return value === null || base === null || base === 0 ? null : value / base - 1
}
