import type { ChartData, Comparison, Curve } from './chart-data.ts'

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

/** `label` names the curve unless it is the measured one. */
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

/** Values of an earlier period are drawn at later stamps. */
export function ownTimeS({ style }: Pick<Curve, 'style'>, comparison: Comparison | undefined, timeS: number) {
  return style === 'dimmed' && comparison !== undefined ? comparison.earlierTimeS(timeS) : timeS
}
