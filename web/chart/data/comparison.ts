import type { ChartData, Comparison, Curve } from './chart-data.ts'

/** Reads an earlier period at a stamp, with the moment (epoch seconds) that its values are from; `null` where none is shown. */
export function readComparison(data: ChartData, hidden: readonly string[], index: number) {
  const { timesS, curves, comparison } = data
  const timeS = timesS[index]
  const hasEarlier = curves.some(({ name, style }) => style === 'dimmed' && !hidden.includes(name))
  if (comparison === undefined || timeS === undefined || !hasEarlier) return null
  return {
    earlierTimeS: comparison.earlierTimeS(timeS),
    differences: readDifferences(data, hidden, index),
  }
}

/** One for each pair that is shown: of its first shown curve that has a value, with its name where that is needed. The value is `null` where either is missing. */
function readDifferences(
  { curves, comparison }: Pick<ChartData, 'curves' | 'comparison'>,
  hidden: readonly string[],
  index: number,
) {
  const valueOf = (wanted: string) => curves.find(({ name }) => name === wanted)?.values[index] ?? null
  return (comparison?.pairs ?? []).flatMap(({ names, measuredName, earlierName }) => {
    const shown = names.filter((name) => !hidden.includes(name))
    const name = shown.find((candidate) => valueOf(candidate) !== null) ?? shown[0]
    if (name === undefined || hidden.includes(earlierName)) return []
    const [value, earlier] = [valueOf(name), valueOf(earlierName)]
    return {
      name,
      label: name === measuredName ? '' : name,
      value: value === null || earlier === null ? null : value - earlier,
    }
  })
}

/** The differences that readings tell, at all stamps: of the measured curve, and where it is still to come of the forecast that stands in. */
export function differenceCurves(data: ChartData, hidden: readonly string[]) {
  const { timesS, comparison } = data
  if (comparison === undefined) return []
  const read = timesS.map((_, index) => readDifferences(data, hidden, index))
  return comparison.pairs
    .flatMap(({ names }) => names)
    .map((name) => ({
      name: `${name} − ${comparison.period}`,
      values: read.map((differences) => differences.find((one) => one.name === name)?.value ?? null),
    }))
}

/** The moment that a curve's value at a stamp is from: a value of an earlier period is drawn at a later stamp. Epoch seconds. */
export function ownTimeS({ style }: Pick<Curve, 'style'>, comparison: Comparison | undefined, timeS: number) {
  return style === 'dimmed' && comparison !== undefined ? comparison.earlierTimeS(timeS) : timeS
}
