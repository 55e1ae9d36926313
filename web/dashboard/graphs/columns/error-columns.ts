import { type AreaCode, areaLabel, membersOf } from '#contract/areas.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { baseName, isActual, isEarlier, isForecast } from '#web/dashboard/graphs/answer/curve-roles.ts'
import type { GraphCurve, GraphData, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

/** The members that a sum leaves out: `Actual (without MK)`. */
const LEFT_OUT = / \(without ([^)]*)\)$/

/** What a forecast is held against: curves whose sum was measured for the same members, and the name of that sum. */
interface Measured {
  name: string
  positions: readonly number[]
}

/**
 * The errors of all forecasts of an answer, forecast − actual, each against the actual of its own period and of the same
 * members. A forecast without such a counterpart is left out.
 */
export function createErrorData(
  { rows, curves }: GraphData,
  area: AreaCode,
  { earlier }: Pick<GraphView, 'earlier'>,
): ChartData {
  const pairs = curves.flatMap((curve, position) => {
    const isShown = isForecast(curve) && (earlier === 'all' || !isEarlier(curve))
    const measured = isShown ? findMeasured(curves, curve, area) : null
    return measured === null ? [] : [{ curve, position, measured }]
  })
  const measured = pairs.map(({ measured: { positions } }) =>
    rows.map(({ values }) => sumOf(positions.map((position) => values[position] ?? null))),
  )
  return {
    timesS: rows.map(({ timestamp }) => timestamp / 1000),
    measured,
    curves: pairs.map(({ curve, position, measured: { name } }, pair) => ({
      name: nameError(curve, name),
      style: isEarlier(curve) ? 'dimmed' : 'solid',
      colourIndex: curve.colourIndex,
      values: rows.map(({ values }, row) => {
        const forecast = values[position] ?? null
        const actual = measured[pair]?.[row] ?? null
        return forecast === null || actual === null ? null : forecast - actual
      }),
    })),
  }
}

function findMeasured(curves: readonly GraphCurve[], forecast: GraphCurve, area: AreaCode): Measured | null {
  const isOfSamePeriod = (curve: GraphCurve) => isEarlier(curve) === isEarlier(forecast)
  const position = curves.findIndex((curve) => isActual(curve) && isOfSamePeriod(curve))
  const actual = curves[position]
  if (actual === undefined) return null
  const leftOut = LEFT_OUT.exec(baseName(forecast))?.[1]
  if (leftOut === LEFT_OUT.exec(baseName(actual))?.[1])
    return { name: baseName(actual), positions: [position] }
  // The two sums have different members. Those of the forecast are added up from the curves of the members.
  const codes = leftOut?.split(', ') ?? []
  const positions = membersOf(area)
    .filter((code) => !codes.includes(code))
    .map((code) => curves.findIndex((curve) => baseName(curve) === areaLabel(code) && isOfSamePeriod(curve)))
  if (positions.length === 0 || positions.includes(-1)) return null
  const suffix = leftOut === undefined ? '' : ` (without ${leftOut})`
  return { name: baseName(actual).replace(LEFT_OUT, '') + suffix, positions }
}

/** `TSO forecast − Actual`; of an earlier period `TSO forecast − Actual · previous week`. */
function nameError(forecast: GraphCurve, measured: string): string {
  const base = baseName(forecast)
  return `${base} − ${measured}${forecast.name.slice(base.length)}`
}

function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return sum
}
