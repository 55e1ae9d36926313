import type { ChartData, Comparison, Curve } from './chart-data.ts'

/** Reads an earlier period at a stamp, with the moment (epoch seconds) that its values are from; `null` where none is shown. */
export function readComparison(data: ChartData, hidden: readonly string[], index: number) {
  const { timesS, curves, comparison } = data
  const timeS = timesS[index]
  const hasEarlier = curves.some(({ name, style }) => style === 'dimmed' && !hidden.includes(name))
  if (comparison === undefined || timeS === undefined || !hasEarlier) return null
  return {
    earlierTimeS: comparison.earlierTimeS(timeS),
    difference: readDifference(data, hidden, index),
  }
}

/** Difference of the first shown curve that has a value; `null` where no compared curve is shown. The difference is `null` where either value is missing. */
function readDifference({ curves, comparison }: ChartData, hidden: readonly string[], index: number) {
  if (comparison === undefined) return null
  const { names, measuredName, earlierName } = comparison
  const shown = names.filter((name) => !hidden.includes(name))
  if (shown.length === 0 || earlierName === null || hidden.includes(earlierName)) return null
  const valueOf = (wanted: string) => curves.find((curve) => curve.name === wanted)?.values[index] ?? null
  const name = shown.find((candidate) => valueOf(candidate) !== null) ?? shown[0] ?? ''
  const [value, earlier] = [valueOf(name), valueOf(earlierName)]
  return {
    name,
    // Where nothing was measured yet a forecast stands in.
    isMeasured: name === measuredName,
    value: value === null || earlier === null ? null : value - earlier,
  }
}

/** The differences that readings tell, at all stamps: of the measured curve, and where it is still to come of the forecast that stands in. */
export function differenceCurves(data: ChartData, hidden: readonly string[]) {
  const { timesS, comparison } = data
  if (comparison === undefined) return []
  const read = timesS.map((_, index) => readDifference(data, hidden, index))
  return comparison.names.map((name) => ({
    name: `${name} − ${comparison.period}`,
    values: read.map((difference) => (difference?.name === name ? difference.value : null)),
  }))
}

/** The moment that a curve's value at a stamp is from: a value of an earlier period is drawn at a later stamp. Epoch seconds. */
export function ownTimeS({ style }: Pick<Curve, 'style'>, comparison: Comparison | undefined, timeS: number) {
  return style === 'dimmed' && comparison !== undefined ? comparison.earlierTimeS(timeS) : timeS
}
