import { BAND_COVERAGE, quantile } from '#server/forecast/model/adaptive-conformal.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const toTenths = (value: number): number => Math.round(value * 10) / 10 + 0

/** Forecast − actual in MW, to tenths of a MW. */
export function errorFigures(errors: readonly number[]) {
  if (errors.length === 0) return null
  return {
    mae: toTenths(mean(errors.map(Math.abs))),
    rmse: toTenths(Math.sqrt(mean(errors.map((error) => error * error)))),
    bias: toTenths(mean(errors)),
  }
}

export interface BandHour {
  actual: number
  p10: number
  p90: number
  /** From past errors of the TSO alone; NaN without any. */
  climatology: { p10: number; p90: number }
  /** NaN for none. */
  windMw: number
  /** In local time; `month` is `yyyy-MM`. */
  hour: number
  month: string
}

export interface BandShare {
  hours: number
  coverage: number
}

export type BandReport = ReturnType<typeof bandFigures>

/** Quantiles that divide the hours into groups. */
const WIND_LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9] as const
const LOW = (1 - BAND_COVERAGE) / 2

export function bandFigures(hours: readonly BandHour[]) {
  const compared = hours.filter(({ climatology }) => climatology.p10 < climatology.p90)
  const pinball = (band: (hour: BandHour) => { p10: number; p90: number }) =>
    compared.length === 0
      ? null
      : toTenths(mean(compared.map((hour) => pinballLoss(hour.actual, band(hour)))))
  const hoursOfDay = [...new Set(hours.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const months = [...new Set(hours.map(({ month }) => month))].toSorted()
  return {
    /** From calm to windy hours. */
    byWind: byWind(hours),
    byHour: hoursOfDay.map((hour) => ({ hour, ...shareOf(hours.filter((other) => other.hour === hour)) })),
    byMonth: months.map((month) => ({
      month,
      ...shareOf(hours.filter((other) => other.month === month)),
    })),
    /** MW, on hours that have a climatology too. */
    pinballMw: pinball((hour) => hour),
    /** For a band from the TSO's errors of the last 91 days, MW. */
    climatologyPinballMw: pinball(({ climatology }) => climatology),
  }
}

function byWind(hours: readonly BandHour[]) {
  const winds = Float64Array.from(hours, ({ windMw }) => windMw)
    .filter((value) => !Number.isNaN(value))
    .sort()
  const [least, most] = [winds[0], winds.at(-1)]
  if (least === undefined || most === undefined || least === most) return []
  const cuts = [least, ...WIND_LEVELS.map((level) => quantile(winds, level)), most]
  return cuts.slice(1).flatMap((toMw, bin) => {
    const fromMw = cuts[bin] ?? NaN
    const isLast = bin === WIND_LEVELS.length
    const inside = hours.filter(
      ({ windMw }) => windMw >= fromMw && (windMw < toMw || (isLast && windMw === toMw)),
    )
    return inside.length === 0 ? [] : [{ fromMw: toTenths(fromMw), toMw: toTenths(toMw), ...shareOf(inside) }]
  })
}

function shareOf(hours: readonly BandHour[]): BandShare {
  const held = hours.filter(({ actual, p10, p90 }) => actual >= p10 && actual <= p90).length
  return { hours: hours.length, coverage: Math.round((held / hours.length) * 10_000) / 10_000 }
}

function pinballLoss(actual: number, { p10, p90 }: { p10: number; p90: number }): number {
  const loss = (bound: number, level: number) =>
    actual >= bound ? level * (actual - bound) : (1 - level) * (bound - actual)
  return (loss(p10, LOW) + loss(p90, 1 - LOW)) / 2
}

/** `naive` is the value of the same hour a week before. */
export const FORECASTS = ['tso', 'model', 'final', 'naive'] as const
export type ForecastName = (typeof FORECASTS)[number]

/** Complete runs are compared on common hours, early runs each on its own. */
export type QuantityReport = NonNullable<ReturnType<typeof reportOf>>

export interface BacktestHour extends BandHour, Record<ForecastName, number> {}

export function reportOf(
  hours: readonly BacktestHour[],
  tso: Float64Array,
  isTsoCopied: boolean,
  run: RunKind,
) {
  const hasTso = !isTsoCopied && tso.some((value) => !Number.isNaN(value))
  const compared = hours.filter(
    ({ actual, model, final, naive, tso }) =>
      !Number.isNaN(actual + model + final) && (run === 'early' || !Number.isNaN(naive + (hasTso ? tso : 0))),
  )
  const errorsOf = (name: ForecastName) =>
    compared.map((hour) => hour[name] - hour.actual).filter((error) => !Number.isNaN(error))
  const [model, final] = [errorFigures(errorsOf('model')), errorFigures(errorsOf('final'))]
  if (model === null || final === null) return null
  const tsoErrors = hasTso ? errorsOf('tso') : []
  const banded = compared.filter(({ p10, p90 }) => p90 > p10)
  return {
    hours: compared.length,
    /** Null if the TSO publishes none, or only a copy of the actual values. */
    tso: errorFigures(tsoErrors),
    tsoHours: tsoErrors.length,
    isTsoCopied,
    model,
    final,
    naive: errorFigures(errorsOf('naive')),
    /** Share of actual values between P10 and P90, 0 to 1. */
    coverage: banded.length === 0 ? null : shareOf(banded).coverage,
    band: banded.length === 0 ? null : bandFigures(banded),
  }
}
