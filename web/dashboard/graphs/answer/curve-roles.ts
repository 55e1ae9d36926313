import { CURVE_NAMES } from '#contract/query.ts'
import type { Curve } from '#web/chart/data/chart-data.ts'
import type { GraphCurve, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

const FORECAST_NAME = /forecast/i

/** Between the name of a curve and the period that it comes from: `Actual · previous week`. */
export const PERIOD_SEPARATOR = ' · '

export function isForecastName(name: string): boolean {
  return FORECAST_NAME.test(name)
}

/** Whether a curve belongs to the earlier period of a comparison. */
export function isEarlier({ style }: GraphCurve): boolean {
  return style === 'dimmed'
}

/** Whether a curve is what was measured of the area as a whole. */
export function isActual(curve: GraphCurve): boolean {
  const name = baseName(curve)
  return name === CURVE_NAMES.actual || name.startsWith(`${CURVE_NAMES.actual} (`)
}

/** The name that a curve of an earlier period has in its own answer. */
export function baseName(curve: GraphCurve): string {
  return isEarlier(curve) ? curve.name.slice(0, curve.name.lastIndexOf(PERIOD_SEPARATOR)) : curve.name
}

export function isForecast({ name }: GraphCurve): boolean {
  return isForecastName(name)
}

/**
 * The curves that a card draws. Of the earlier period of a comparison it is the actual only, unless all are asked for or there is
 * no actual.
 */
export function drawnCurves(curves: readonly Curve[], earlier: GraphView['earlier']): Curve[] {
  const hasActual = curves.some((curve) => isEarlier(curve) && isActual(curve))
  return curves.filter((curve) => !isEarlier(curve) || earlier === 'all' || isActual(curve) || !hasActual)
}
