/** One hour to be scored, residual load in MW. */
export interface ScoredHour {
  actual: number
  tso: number | null
  model: number
  final: number
  naive: number
  p10: number | null
  p90: number | null
}

export interface RunScores {
  hours: number
  tsoMaeMw: number | null
  modelMaeMw: number | null
  finalMaeMw: number | null
  naiveMaeMw: number | null
  bandCoverage: number | null
}

/** The hours on which forecasts are compared: those that the TSO forecast too, or all if it forecast none. */
export function comparedHours<Hour extends ScoredHour>(all: readonly Hour[]): readonly Hour[] {
  const withTso = all.filter(({ tso }) => tso !== null)
  return withTso.length > 0 ? withTso : all
}

/** Mean absolute errors on the compared hours, the same for all forecasts. The coverage counts hours with a band. */
export function scoreHours(all: readonly ScoredHour[]): RunScores {
  const hours = comparedHours(all)
  const mae = (of: (hour: ScoredHour) => number | null) => {
    const errors = hours.flatMap((hour) => {
      const value = of(hour)
      return value === null ? [] : [Math.abs(value - hour.actual)]
    })
    return errors.length === 0 ? null : mean(errors)
  }
  const covered = hours.flatMap(({ actual, p10, p90 }) =>
    p10 === null || p90 === null ? [] : [actual >= p10 && actual <= p90 ? 1 : 0],
  )
  return {
    hours: hours.length,
    tsoMaeMw: mae(({ tso }) => tso),
    modelMaeMw: mae(({ model }) => model),
    finalMaeMw: mae(({ final }) => final),
    naiveMaeMw: mae(({ naive }) => naive),
    bandCoverage: covered.length === 0 ? null : mean(covered),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
