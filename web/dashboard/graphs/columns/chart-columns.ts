import type { ChartData } from '#web/chart/data/chart-data.ts'
import { isActual, isEarlier, shownPositions } from '#web/dashboard/graphs/answer/curve-roles.ts'
import { bandAt } from '#web/dashboard/graphs/query/band.ts'
import { earlierTimeS } from '#web/dashboard/graphs/query/compare.ts'
import type {
  BandedData,
  CompareWith,
  GraphCurve,
  GraphView,
} from '#web/dashboard/graphs/store/graph-card.ts'

/** Turns rows into the columns that a chart draws. */
export function createChartData(
  { rows, curves, band: limits = [] }: BandedData,
  compareWith: CompareWith,
  { earlier, hasBand }: Pick<GraphView, 'earlier' | 'hasBand'>,
): ChartData {
  const shown = shownPositions(curves, earlier)
  const actual = curves.find((curve) => isActual(curve) && !isEarlier(curve))
  const timesS = rows.map(({ timestamp }) => timestamp / 1000)
  const band = hasBand ? bandAt(timesS, limits) : null
  return {
    ...(actual !== undefined && curves.some(({ style }) => style === 'dashed') && { reference: actual.name }),
    ...comparisonOf(curves, compareWith),
    ...(band !== null && { band }),
    timesS,
    curves: shown.flatMap((position) => {
      const curve = curves[position]
      return curve === undefined
        ? []
        : [{ ...curve, values: rows.map(({ values }) => values[position] ?? null) }]
    }),
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
