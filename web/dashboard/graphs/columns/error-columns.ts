import { type ChartData, isOwnStamp } from '#web/chart/data/chart-data.ts'
import { errorsOf } from '#web/chart/data/forecast-errors.ts'
import { isForecast } from '#web/dashboard/graphs/answer/curves.ts'
import { remarksOf } from '#web/dashboard/graphs/query/day-marks.ts'
import type { GraphCurve, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

import { comparisonOf, type MarkedData } from './chart-columns.ts'
import { findScored, type ScoredFilters } from './measured.ts'

/**
 * The errors of all forecasts of an answer, forecast − actual, each against the actual of its own period and of the same
 * members. A forecast without such a counterpart is left out; days that are not scored have no errors.
 */
export function createErrorData(
  { timesS, curves, marks = [] }: MarkedData,
  filters: ScoredFilters,
  { earlier, hasFinal }: Pick<GraphView, 'earlier' | 'hasFinal'>,
): ChartData {
  const comparison = comparisonOf([], filters.compareWith)
  const pairs = curves.flatMap((curve) => {
    const isShown = isForecast(curve) && (earlier === 'all' || !curve.isEarlier)
    const measured =
      isShown && (hasFinal || curve.kind !== 'final')
        ? findScored({ timesS, curves, marks }, curve, filters)
        : null
    return measured === null ? [] : [{ curve, measured }]
  })
  return {
    timesS,
    ...(marks.length > 0 && { remarks: remarksOf(marks) }),
    measured: pairs.map(({ measured }) => measured.values),
    // No error is compared with another one.
    ...(comparison !== null && { comparison }),
    curves: pairs.map(({ curve, measured }) => ({
      name: nameError(curve, measured.name),
      style: curve.isEarlier ? 'dimmed' : 'solid',
      colourIndex: curve.colourIndex,
      ownStamps: timesS.map((_, index) => isOwnStamp(curve, index) && isOwnStamp(measured, index)),
      values: errorsOf(curve.values, measured.values),
    })),
  }
}

/** `TSO forecast − Actual`; of an earlier period `TSO forecast − Actual · previous week`. */
function nameError({ name, ownName }: GraphCurve, measured: string): string {
  return `${ownName} − ${measured}${name.slice(ownName.length)}`
}
