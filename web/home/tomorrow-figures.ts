import type { ForecastAnswer } from '#contract/forecast.ts'

/** Hours over which a ramp is measured. */
export const RAMP_HOURS = 3

export interface TomorrowFigures {
  /** How many countries have a final value in every hour; the sums are over them. */
  countryCount: number
  /** The lowest sum of final values, MW, and its hour `HH:MM`. */
  lowest: { powerMw: number; key: string }
  /** The largest change of the sum over `RAMP_HOURS`, MW, and its first and last hour. */
  steepest: { changeMw: number; fromKey: string; toKey: string } | null
  /** Codes of the countries with an hour at or below zero. */
  belowZero: string[]
}

/** What stands out in a day's forecast, over all its countries together; null without a country that has every hour. */
export function tomorrowFigures(answer: ForecastAnswer): TomorrowFigures | null {
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
    countryCount: whole.length,
    lowest: sums.reduce((lowest, sum) => (sum.powerMw < lowest.powerMw ? sum : lowest), first),
    steepest: steepestRamp(sums),
    belowZero: Object.entries(answer)
      .filter(([, hours]) =>
        Object.values(hours).some((entry) => entry.Final_Value !== null && entry.Final_Value <= 0),
      )
      .map(([country]) => country),
  }
}

function steepestRamp(sums: readonly { key: string; powerMw: number }[]): TomorrowFigures['steepest'] {
  let steepest: TomorrowFigures['steepest'] = null
  for (const [index, to] of sums.entries()) {
    const from = sums[index - RAMP_HOURS]
    if (from === undefined) continue
    const changeMw = to.powerMw - from.powerMw
    if (steepest === null || Math.abs(changeMw) > Math.abs(steepest.changeMw))
      steepest = { changeMw, fromKey: from.key, toKey: to.key }
  }
  return steepest
}
