import { cycleOf } from '#web/chart/data/cycle.ts'
import type { GraphCurve, GraphData, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'
import { dayAfter, marketDay, marketMidnight } from '#web/zone/market-day.ts'

const NOON_MS = 12 * 3_600_000

/** The curves with missing values on Saturdays and Sundays of the market, where a form leaves them out. Public holidays stay. */
export function curvesOfShownDays(
  { timesS, curves }: GraphData,
  { form, isWorkdaysOnly }: Pick<GraphView, 'form' | 'isWorkdaysOnly'>,
): readonly GraphCurve[] {
  if (form === 'curves' || !isWorkdaysOnly) return curves
  const shiftMs = cycleOf(timesS).kind === 'week' ? NOON_MS : 0
  let endsAtMs = -Infinity
  let isWorkday = false
  const areWorkdays = timesS.map((timeS) => {
    // A day in the zone of the page is the market's day that covers most of it.
    const atMs = timeS * 1000 + shiftMs
    if (atMs >= endsAtMs) {
      const day = marketDay(atMs)
      isWorkday = ![0, 6].includes(new Date(day).getUTCDay())
      endsAtMs = marketMidnight(dayAfter(day, 1))
    }
    return isWorkday
  })
  return curves.map((curve) => ({
    ...curve,
    values: curve.values.map((value, index) => (areWorkdays[index] === true ? value : null)),
  }))
}
