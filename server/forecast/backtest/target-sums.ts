import type { RunKind } from '#server/forecast/runs/run-kind.ts'

import { bandFigures, shareOf, type BandHour, type BandReport } from './band-figures.ts'

/** Mean absolute error, root of the mean square and mean of forecast − actual, MW. */
interface ErrorFigures {
  mae: number
  rmse: number
  bias: number
}

const toTenths = (value: number): number => Math.round(value * 10) / 10 + 0

/** The figures of some errors, forecast − actual in MW, to tenths of a MW; null where there are none. */
export function errorFigures(errors: readonly number[]): ErrorFigures | null {
  const mean = (of: (error: number) => number) =>
    errors.reduce((sum, error) => sum + of(error), 0) / errors.length
  if (errors.length === 0) return null
  return {
    mae: toTenths(mean(Math.abs)),
    rmse: toTenths(Math.sqrt(mean((error) => error * error))),
    bias: toTenths(mean((error) => error)),
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

/** An hour of a backtest: what was forecast of it and measured, MW. */
interface BacktestHour extends BandHour {
  tso: number
  model: number
  final: number
  /** What was measured a week before. */
  naive: number
}

/**
 * Sums over the hours that all forecasts have, the TSO's only where it publishes any; of an early run over every hour with a
 * forecast of ours.
 */
export function createTargetSums(tso: Float64Array, isTsoCopied: boolean, run: RunKind) {
  const hasTso = !isTsoCopied && tso.some((value) => !Number.isNaN(value))
  const all: Record<ForecastName, number[]> = { tso: [], model: [], final: [], naive: [] }
  const banded: BandHour[] = []
  return {
    add(hour: BacktestHour): void {
      const errors = {
        tso: hasTso ? hour.tso - hour.actual : NaN,
        model: hour.model - hour.actual,
        final: hour.final - hour.actual,
        naive: hour.naive - hour.actual,
      }
      if (Number.isNaN(errors.model + errors.final)) return
      if (run === 'complete' && Number.isNaN(errors.naive + (hasTso ? errors.tso : 0))) return
      for (const name of FORECASTS) if (!Number.isNaN(errors[name])) all[name].push(errors[name])
      if (hour.p90 > hour.p10) banded.push(hour)
    },
    report(): QuantityReport | null {
      const [model, final] = [errorFigures(all.model), errorFigures(all.final)]
      if (model === null || final === null) return null
      return {
        hours: all.final.length,
        tso: errorFigures(all.tso),
        tsoHours: all.tso.length,
        isTsoCopied,
        model,
        final,
        naive: errorFigures(all.naive),
        coverage: banded.length === 0 ? null : shareOf(banded).coverage,
        band: banded.length === 0 ? null : bandFigures(banded),
      }
    },
  }
}
