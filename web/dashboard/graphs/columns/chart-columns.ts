import type { DayMark } from '#contract/data-days.ts'
import type { ChartData, Comparison } from '#web/chart/data/chart-data.ts'
import { areQuarters } from '#web/chart/data/cycle.ts'
import { bandOf, drawnCurves, isActual, isForecast } from '#web/dashboard/graphs/answer/curves.ts'
import { earlierTimeS, periodName } from '#web/dashboard/graphs/query/compare.ts'
import { remarksOf } from '#web/dashboard/graphs/query/day-marks.ts'
import type { CompareWith, GraphCurve, GraphData, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

import { findScored, type ScoredFilters } from './measured.ts'
import { areHourly, withSteps } from './steps.ts'

/** An answer, with the days whose values are in doubt or not to be scored. */
export interface MarkedData extends GraphData {
  marks?: readonly DayMark[]
}

/** What a chart draws of an answer. */
export function createChartData(
  { timesS, curves, marks = [] }: MarkedData,
  filters: ScoredFilters,
  view: Pick<GraphView, 'earlier' | 'hasFinal'>,
): ChartData {
  const drawn = drawnCurves(curves, view)
  const measured = drawn.map((curve) =>
    isForecast(curve) && !curve.isEarlier
      ? (findScored({ timesS, curves, marks }, curve, filters)?.values ?? null)
      : null,
  )
  const comparison = comparisonOf(drawn, filters.compareWith)
  const band = view.hasFinal ? bandOf(curves) : null
  const hasQuarters = areQuarters(timesS)
  return {
    timesS,
    curves: hasQuarters ? drawn.map((curve) => withSteps(timesS, curve)) : drawn,
    ...(measured.some((values) => values !== null) && { measured }),
    ...(comparison !== null && { comparison }),
    ...(band !== null && { band: { ...band, isStepped: hasQuarters && areHourly(timesS, band.low) } }),
    ...(marks.length > 0 && { remarks: remarksOf(marks) }),
  }
}

/** The actual curve of the earlier period, and what it is compared with: the actual, or where it is still to come a forecast, ours first. */
function comparisonOf(curves: readonly GraphCurve[], compareWith: CompareWith): Comparison | null {
  if (compareWith === 'none') return null
  const earlier = curves.find((curve) => isActual(curve) && curve.isEarlier)
  const own = curves.filter(({ isEarlier }) => !isEarlier)
  const measured = own.filter(isActual)
  const compared = [...measured, ...own.filter(isForecast).toReversed()]
  return {
    period: periodName(compareWith),
    names: compared.map(({ name }) => name),
    measuredName: measured[0]?.name ?? null,
    earlierName: earlier?.name ?? null,
    earlierTimeS: (timeS) => earlierTimeS(timeS, compareWith),
  }
}

/** The one curve that a heat map shows: the chosen one, or the first. */
export function pickCurve({ timesS, curves, comparison }: ChartData, name: string | null): ChartData {
  const curve = curves.find((candidate) => candidate.name === name) ?? curves[0]
  return {
    timesS,
    curves: curve === undefined ? [] : [curve],
    ...(comparison !== undefined && { comparison }),
  }
}
