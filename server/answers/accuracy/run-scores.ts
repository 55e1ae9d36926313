import type { CountryScores, Scores } from '#contract/accuracy.ts'

/** One hour to be scored: residual loads in MW. */
export interface ScoredHour extends Record<
  'actual' | 'tso' | 'model' | 'final' | 'p10' | 'p90',
  number | null
> {
  /** The measured load, MW. */
  load?: number | null
  naive?: number | null
}

export type RunScores = Omit<CountryScores['byHour'][number], 'hour'> & Pick<Scores, 'meanLoadMw'>

/** The hours on which forecasts are compared: those that the TSO forecast too, or all if it forecast none. */
export function comparedHours<Hour extends ScoredHour>(all: readonly Hour[]): readonly Hour[] {
  const withTso = all.filter(({ tso }) => tso !== null)
  return withTso.length > 0 ? withTso : all
}

/** Mean absolute errors on the compared hours, the same for all forecasts. The coverage counts hours with a band. */
export function scoreHours(all: readonly ScoredHour[]): RunScores {
  const hours = comparedHours(all)
  const mae = (of: 'tso' | 'model' | 'final' | 'naive') =>
    meanOf(hours, ({ actual, [of]: value = null }) =>
      value === null || actual === null ? null : Math.abs(value - actual),
    )
  return {
    hours: hours.length,
    tsoMaeMw: mae('tso'),
    modelMaeMw: mae('model'),
    finalMaeMw: mae('final'),
    naiveMaeMw: mae('naive'),
    meanLoadMw: meanOf(hours, ({ load = null }) => load),
    bandCoverage: meanOf(hours, ({ actual, p10, p90 }) =>
      actual === null || p10 === null || p90 === null ? null : Number(actual >= p10 && actual <= p90),
    ),
  }
}

/** Mean over the hours that have a number; null where none has. */
function meanOf(hours: readonly ScoredHour[], of: (hour: ScoredHour) => number | null): number | null {
  const known = hours.map(of).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
