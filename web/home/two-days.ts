import type { AccuracyAnswer } from '#contract/accuracy.ts'
import { type ForecastAnswer, RAMP_HOURS } from '#contract/forecast.ts'

const HOUR_MS = 3_600_000

export interface TomorrowFigures {
  /** Codes of the countries that have a final value in every hour; the sums are over them. */
  countries: string[]
  /** The lowest sum of final values, MW, and its hour `HH:MM`. */
  lowest: { powerMw: number; key: string }
  /** The largest change of the sum over `RAMP_HOURS`, MW, and its first and last hour. */
  steepest: { changeMw: number; fromKey: string; toKey: string } | null
  /** Codes of the countries with an hour at or below zero. */
  belowZero: string[]
}

/**
 * What stands out in a day's forecast, over all its countries together; null without a country that has every hour. `times` has the
 * moment of each key, epoch milliseconds: a ramp is measured in hours that pass, of which a change of the clock takes or adds one.
 */
export function tomorrowFigures(
  answer: ForecastAnswer,
  times: ReadonlyMap<string, number>,
): TomorrowFigures | null {
  const longest = Math.max(0, ...Object.values(answer).map((hours) => Object.keys(hours).length))
  const whole = Object.entries(answer).filter(
    ([, hours]) =>
      Object.keys(hours).length === longest &&
      Object.values(hours).every((entry) => entry.Final_Value !== null),
  )
  const keys = Object.keys(whole[0]?.[1] ?? {}).toSorted()
  const sums = keys.map((key) => ({
    key,
    powerMw: whole.reduce((sum, [, hours]) => sum + (hours[key]?.Final_Value ?? 0), 0),
  }))
  const [first] = sums
  if (first === undefined) return null
  return {
    countries: whole.map(([country]) => country),
    lowest: sums.reduce((lowest, sum) => (sum.powerMw < lowest.powerMw ? sum : lowest), first),
    steepest: steepestRamp(sums, times),
    belowZero: Object.entries(answer)
      .filter(([, hours]) =>
        Object.values(hours).some((entry) => entry.Final_Value !== null && entry.Final_Value <= 0),
      )
      .map(([country]) => country),
  }
}

function steepestRamp(
  sums: readonly { key: string; powerMw: number }[],
  times: ReadonlyMap<string, number>,
): TomorrowFigures['steepest'] {
  const byTime = new Map(sums.map((sum) => [times.get(sum.key), sum]))
  let steepest: TomorrowFigures['steepest'] = null
  for (const to of sums) {
    const from = byTime.get((times.get(to.key) ?? NaN) - RAMP_HOURS * HOUR_MS)
    if (from === undefined) continue
    const changeMw = to.powerMw - from.powerMw
    if (steepest === null || Math.abs(changeMw) > Math.abs(steepest.changeMw))
      steepest = { changeMw, fromKey: from.key, toKey: to.key }
  }
  return steepest
}

interface YesterdayError {
  finalMaeMw: number
  /** Null where no real TSO forecast is known as it was before the day. */
  tsoMaeMw: number | null
}

/**
 * Mean absolute errors of final value and TSO on the same hours, MW, or of the final value alone where there is no TSO; null if no
 * hour has an actual and a final value.
 */
export function yesterdayError({ hours }: AccuracyAnswer['yesterday']): YesterdayError | null {
  const errors = hours.flatMap(({ actual, final, tso }) =>
    actual === null || final === null
      ? []
      : [{ final: Math.abs(final - actual), tso: tso === null ? null : Math.abs(tso - actual) }],
  )
  const compared = errors.flatMap(({ final, tso }) => (tso === null ? [] : [{ final, tso }]))
  const finals = (compared.length > 0 ? compared : errors).map(({ final }) => final)
  if (finals.length === 0) return null
  return {
    finalMaeMw: meanOf(finals),
    tsoMaeMw: compared.length > 0 ? meanOf(compared.map(({ tso }) => tso)) : null,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
