import type { RunKind } from '#server/forecast/runs/run-kind.ts'

import { bandFigures, shareOf, type BandHour, type BandReport } from './band-figures.ts'

/** Mean absolute error, root of the mean square and mean of forecast − actual, MW. */
interface ErrorFigures {
  mae: number
  rmse: number
  bias: number
}

type ErrorSums = ReturnType<typeof createErrorSums>

export function createErrorSums() {
  const sums = {
    hours: 0,
    sum: 0,
    absolute: 0,
    square: 0,
    /** Adds an error, forecast − actual in MW. */
    add(error: number): void {
      sums.hours++
      sums.sum += error
      sums.absolute += Math.abs(error)
      sums.square += error * error
    },
  }
  return sums
}

const toTenths = (value: number): number => Math.round(value * 10) / 10 + 0

/** The figures of at least one error, to tenths of a MW. */
export function errorFigures({ hours, sum, absolute, square }: ErrorSums): ErrorFigures {
  return {
    mae: toTenths(absolute / hours),
    rmse: toTenths(Math.sqrt(square / hours)),
    bias: toTenths(sum / hours),
  }
}

/** What is compared: the TSO's forecast, ours, what we publish, and the same hour a week before. */
export const FORECASTS = ['tso', 'model', 'final', 'naive'] as const
export type ForecastName = (typeof FORECASTS)[number]

/**
 * How good the forecasts of one quantity were: those of complete runs all on the same hours, those of early runs on every hour that
 * has an actual value, with the TSO and the week before on as many of them as have theirs.
 */
export interface QuantityReport extends Readonly<Record<'model' | 'final', ErrorFigures>> {
  hours: number
  /** Null where the TSO publishes none, or only a copy of the actual values. */
  tso: ErrorFigures | null
  /** Hours on which the TSO is scored. */
  tsoHours: number
  naive: ErrorFigures | null
  isTsoCopied: boolean
  /** Share of actual values between P10 and P90, 0 to 1; null where no band was made. */
  coverage: number | null
  /** Where and how well the band held, and how sharp it was; null where no band was made. */
  band: BandReport | null
}

/** The forecasts of an hour, MW. */
export interface HourForecasts {
  tso: number
  model: number
  final: number
  p10: number
  p90: number
}

/** What is known of an hour besides its values. */
type HourPlace = Pick<BandHour, 'windMw' | 'hour' | 'month' | 'climatology'>

/**
 * Sums over the hours that all forecasts have, the TSO's only where it publishes any; of an early run over every hour with a
 * forecast of ours.
 */
export function createTargetSums(tso: Float64Array, isTsoCopied: boolean, run: RunKind) {
  const hasTso = !isTsoCopied && tso.some((value) => !Number.isNaN(value))
  const sums = {
    tso: createErrorSums(),
    model: createErrorSums(),
    final: createErrorSums(),
    naive: createErrorSums(),
  }
  const banded: BandHour[] = []
  return {
    add(scored: HourForecasts, actual: number, naive: number, place: HourPlace): void {
      const errors = {
        tso: hasTso ? scored.tso - actual : NaN,
        model: scored.model - actual,
        final: scored.final - actual,
        naive: naive - actual,
      }
      if (Number.isNaN(errors.model + errors.final)) return
      if (run === 'complete' && Number.isNaN(errors.naive + (hasTso ? errors.tso : 0))) return
      for (const name of FORECASTS) if (!Number.isNaN(errors[name])) sums[name].add(errors[name])
      if (scored.p90 > scored.p10) banded.push({ ...place, actual, p10: scored.p10, p90: scored.p90 })
    },
    report(): QuantityReport | null {
      const { hours } = sums.final
      if (hours === 0) return null
      const figuresOf = (name: ForecastName) => (sums[name].hours === 0 ? null : errorFigures(sums[name]))
      return {
        hours,
        tso: figuresOf('tso'),
        tsoHours: sums.tso.hours,
        isTsoCopied,
        model: errorFigures(sums.model),
        final: errorFigures(sums.final),
        naive: figuresOf('naive'),
        coverage: banded.length === 0 ? null : shareOf(banded).coverage,
        band: banded.length === 0 ? null : bandFigures(banded),
      }
    },
  }
}
