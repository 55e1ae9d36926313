import { type AreaCode, areaLabel, membersOf } from '#contract/areas.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { baseName, isActual, isEarlier, isForecast } from '#web/dashboard/graphs/answer/curve-roles.ts'
import type { GraphData, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

/** The members that a sum leaves out: `Actual (without MK)`. */
const LEFT_OUT = / \(without ([^)]*)\)$/

/** What a forecast is held against: curves whose sum was measured for the same members, and the name of that sum. */
interface Measured {
  name: string
  parts: readonly Curve[]
}

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
  const measured = pairs.map(({ measured: { parts } }) =>
    timesS.map((_, index) => sumOf(parts.map(({ values }) => values[index] ?? null))),
  )
  return {
    timesS,
    measured,
    curves: pairs.map(({ curve, measured: { name } }, pair) => ({
      name: nameError(curve, name),
      style: isEarlier(curve) ? 'dimmed' : 'solid',
      colourIndex: curve.colourIndex,
      values: curve.values.map((forecast, index) => {
        const actual = measured[pair]?.[index] ?? null
        return forecast === null || actual === null ? null : forecast - actual
      }),
    })),
  }
}

function findMeasured(curves: readonly Curve[], forecast: Curve, area: AreaCode): Measured | null {
  const ofSamePeriod = curves.filter((curve) => isEarlier(curve) === isEarlier(forecast))
  const actual = ofSamePeriod.find(isActual)
  if (actual === undefined) return null
  const leftOut = LEFT_OUT.exec(baseName(forecast))?.[1]
  if (leftOut === LEFT_OUT.exec(baseName(actual))?.[1]) return { name: baseName(actual), parts: [actual] }
  // The two sums have different members. Those of the forecast are added up from the curves of the members.
  const codes = leftOut?.split(', ') ?? []
  const members = membersOf(area).filter((code) => !codes.includes(code))
  const parts = members.flatMap(
    (code) => ofSamePeriod.find((curve) => baseName(curve) === areaLabel(code)) ?? [],
  )
  if (members.length === 0 || parts.length < members.length) return null
  const suffix = leftOut === undefined ? '' : ` (without ${leftOut})`
  return { name: baseName(actual).replace(LEFT_OUT, '') + suffix, parts }
}

/** `TSO forecast − Actual`; of an earlier period `TSO forecast − Actual · previous week`. */
function nameError(forecast: Curve, measured: string): string {
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
