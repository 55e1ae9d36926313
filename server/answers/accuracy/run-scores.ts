/** One hour to be scored, residual load in MW. */
export interface ScoredHour {
  actual: number
  /** The measured load, MW. */
  load: number | null
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
  meanLoadMw: number | null
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
  const mae = (of: (hour: ScoredHour) => number | null) =>
    meanOf(hours, (hour) => {
      const value = of(hour)
      return value === null ? null : Math.abs(value - hour.actual)
    })
  return {
    hours: hours.length,
    tsoMaeMw: mae(({ tso }) => tso),
    modelMaeMw: mae(({ model }) => model),
    finalMaeMw: mae(({ final }) => final),
    naiveMaeMw: mae(({ naive }) => naive),
    meanLoadMw: meanOf(hours, ({ load }) => load),
    bandCoverage: meanOf(hours, ({ actual, p10, p90 }) =>
      p10 === null || p90 === null ? null : Number(actual >= p10 && actual <= p90),
    ),
  }
}

/** Mean over the hours that have a number; null where none has. */
function meanOf(hours: readonly ScoredHour[], of: (hour: ScoredHour) => number | null): number | null {
  let sum = 0
  let count = 0
  for (const hour of hours) {
    const value = of(hour)
    if (value === null) continue
    sum += value
    count++
  }
  return count === 0 ? null : sum / count
}
