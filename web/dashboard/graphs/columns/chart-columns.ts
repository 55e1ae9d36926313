import type { ChartData } from '#web/chart/data/chart-data.ts'
import { drawnCurves, isActual, isEarlier } from '#web/dashboard/graphs/answer/curve-roles.ts'
import { bandAt } from '#web/dashboard/graphs/query/band.ts'
import { earlierTimeS } from '#web/dashboard/graphs/query/compare.ts'
import type {
  BandedData,
  CompareWith,
  GraphCurve,
  GraphView,
} from '#web/dashboard/graphs/store/graph-card.ts'

/** What a chart draws of an answer. */
export function createChartData(
  { timesS, curves, band }: BandedData,
  compareWith: CompareWith,
  { earlier, hasBand }: Pick<GraphView, 'earlier' | 'hasBand'>,
): ChartData {
  const actual = curves.find((curve) => isActual(curve) && !isEarlier(curve))
  const drawnBand = hasBand && band !== undefined ? bandAt(timesS, band) : null
  return {
    ...(actual !== undefined && curves.some(({ style }) => style === 'dashed') && { reference: actual.name }),
    ...comparisonOf(curves, compareWith),
    ...(drawnBand !== null && { band: drawnBand }),
    timesS,
    curves: drawnCurves(curves, earlier),
  }
}

/** The two actual curves of a comparison. */
function comparisonOf(
  curves: readonly GraphCurve[],
  compareWith: CompareWith,
): Pick<ChartData, 'comparison'> {
  const chosen = curves.find((curve) => isActual(curve) && !isEarlier(curve))
  const earlier = curves.find((curve) => isActual(curve) && isEarlier(curve))
  if (compareWith === 'none' || chosen === undefined || earlier === undefined) return {}
  return {
    comparison: {
      name: chosen.name,
      earlierName: earlier.name,
      earlierTimeS: (timeS) => earlierTimeS(timeS, compareWith),
    },
  }
}
