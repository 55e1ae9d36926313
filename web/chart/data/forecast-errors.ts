import type { ChartData } from './chart-data.ts'
import { cycleOf } from './hours-and-weekdays.ts'
import { stampsIn, type TimeWindow } from './time-window.ts'

type Values = readonly (number | null)[]

export type ErrorFigures = NonNullable<ReturnType<typeof errorFigures>>
export type ComparedErrors = ReturnType<typeof compareErrors>
export type CurveErrors = ComparedErrors['rows'][number]

/** `curves` are errors (forecast − measured). Hidden curves do not narrow the common stamps. */
export function compareErrors(
  { timesS, curves, measured = [] }: ChartData,
  hidden: readonly string[],
  window: TimeWindow | null,
) {
  const stamps = stampsIn(timesS, window)
  const shown = curves.filter(({ name }) => !hidden.includes(name))
  const { common, mostCount } = commonStamps(
    stamps,
    shown.map(({ values }) => values),
  )
  const cycle = cycleOf(timesS)
  const bySlot = cycle.slots.map((): number[] => [])
  for (const index of common) bySlot[cycle.slotOf(timesS[index] ?? 0)]?.push(index)
  return {
    cycle,
    mostCount,
    /** Stamps at which every shown curve has an error. All figures cover these, so that they are comparable. */
    commonCount: common.length,
    rows: curves.map((curve, position) => {
      const figuresOf = (indexes: readonly number[]) =>
        errorFigures(curve.values, measured[position] ?? [], indexes)
      return {
        curve,
        figures: figuresOf(common),
        bySlot: cycle.slots.map((slot, index) => ({ slot, figures: figuresOf(bySlot[index] ?? []) })),
      }
    }),
  }
}

/** Ignores columns without values. */
export function commonStamps(stamps: readonly number[], columns: readonly Values[]) {
  const own = columns
    .map((values) => new Set(stamps.filter((index) => (values[index] ?? null) !== null)))
    .filter(({ size }) => size > 0)
  return {
    common: stamps.filter((index) => own.every((indexes) => indexes.has(index))),
    mostCount: Math.max(0, ...own.map(({ size }) => size)),
  }
}

export function errorsOf(forecast: Values, measured: Values): Values {
  return forecast.map((predicted, index) => {
    const actual = measured[index] ?? null
    return predicted === null || actual === null ? null : predicted - actual
  })
}

export function errorFigures(errors: Values, measured: Values, indexes: readonly number[]) {
  let sum = 0
  let absolute = 0
  let squares = 0
  let measuredSum = 0
  let count = 0
  for (const index of indexes) {
    const error = errors[index] ?? null
    const actual = measured[index] ?? null
    if (error === null || actual === null) continue
    sum += error
    absolute += Math.abs(error)
    squares += error * error
    measuredSum += actual
    count++
  }
  if (count === 0) return null
  return {
    mae: absolute / count,
    rmse: Math.sqrt(squares / count),
    bias: sum / count,
    /** MAE ÷ mean measured value; `null` unless that mean is above zero. */
    relativeMae: measuredSum > 0 ? absolute / measuredSum : null,
  }
}
