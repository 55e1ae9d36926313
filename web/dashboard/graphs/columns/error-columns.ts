import type { AreaCode } from '#contract/areas.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { baseName, isEarlier, isForecast } from '#web/dashboard/graphs/answer/curve-roles.ts'
import type { GraphData, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

import { findMeasured } from './measured.ts'

/**
 * The errors of all forecasts of an answer, forecast − actual, each against the actual of its own period and of the same
 * members. A forecast without such a counterpart is left out.
 */
export function createErrorData(
  { timesS, curves }: GraphData,
  area: AreaCode,
  { earlier }: Pick<GraphView, 'earlier'>,
): ChartData {
  const pairs = curves.flatMap((curve) => {
    const isShown = isForecast(curve) && (earlier === 'all' || !isEarlier(curve))
    const measured = isShown ? findMeasured(curves, curve, area) : null
    return measured === null ? [] : [{ curve, measured }]
  })
  return {
    timesS,
    measured: pairs.map(({ measured }) => measured.values),
    curves: pairs.map(({ curve, measured: { name, values } }) => ({
      name: nameError(curve, name),
      style: isEarlier(curve) ? 'dimmed' : 'solid',
      colourIndex: curve.colourIndex,
      values: curve.values.map((forecast, index) => {
        const actual = values[index] ?? null
        return forecast === null || actual === null ? null : forecast - actual
      }),
    })),
  }
}

/** `TSO forecast − Actual`; of an earlier period `TSO forecast − Actual · previous week`. */
function nameError(forecast: Curve, measured: string): string {
  const base = baseName(forecast)
  return `${base} − ${measured}${forecast.name.slice(base.length)}`
}
