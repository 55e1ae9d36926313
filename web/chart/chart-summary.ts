import { type ChartData, type Comparison, type Curve, shownBands } from '#web/chart/data/chart-data.ts'
import { ownTimeS, readComparison } from '#web/chart/data/comparison.ts'
import type { CurveStatistics, TimeWindow } from '#web/chart/data/time-window.ts'
import { formatDifference, formatQuantity, formatValue } from '#web/chart/format/value-format.ts'

import { formatDayTime, positionWords } from './format/time-format.ts'

export function summarySentence(data: ChartData, window: TimeWindow | null): string {
  const count = data.curves.length
  if (window === null || count === 0) return 'Line chart without data.'
  const curves = count === 1 ? '1 curve' : `${count} curves`
  const { short } = positionWords(data)
  return `Line chart of ${curves} from ${short(window.fromS)} to ${short(window.toS)}.`
}

export function windowSentence(data: ChartData, window: TimeWindow | null): string {
  const { short } = positionWords(data)
  return window === null ? '' : `Showing ${short(window.fromS)} to ${short(window.toS)}`
}

export function curveSentence(
  { name, style }: Pick<Curve, 'name' | 'style'>,
  statistics: CurveStatistics | null,
  unit: string,
  comparison?: Comparison,
): string {
  if (statistics === null) return `${name}: no values.`
  const { min, minTimeS, max, maxTimeS, last, lastTimeS } = statistics
  const at = (value: number, timeS: number) =>
    `${formatQuantity(value, unit)} on ${formatDayTime(ownTimeS({ style }, comparison, timeS))}`
  return `${name}: lowest ${at(min, minTimeS)}, highest ${at(max, maxTimeS)}, last ${at(last, lastTimeS)}.`
}

export function momentSentence(data: ChartData, hidden: readonly string[], index: number, unit: string) {
  const timeS = data.timesS[index]
  if (timeS === undefined) return ''
  const values = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map(({ name, values }) => `${name} ${formatQuantity(values[index] ?? null, unit, 'no value')}`)
  return [
    positionWords(data).short(timeS),
    ...values,
    ...comparisonWords(data, hidden, index, unit),
    ...bandWords(data, hidden, index, unit),
  ].join(', ')
}

function comparisonWords(data: ChartData, hidden: readonly string[], index: number, unit: string): string[] {
  const compared = readComparison(data, hidden, index)
  if (compared === null) return []
  const { differences, earlierTimeS } = compared
  const earlier = formatDayTime(earlierTimeS)
  if (differences.length === 0) return [`earlier values of ${earlier}`]
  const known = differences.filter(({ value }) => value !== null)
  if (known.length === 0) return [`compared with ${earlier}`]
  return known.map(
    ({ label, value }) =>
      `difference${label && ` of ${label}`} to ${earlier} ${formatDifference(value, unit)}`,
  )
}

function bandWords(data: ChartData, hidden: readonly string[], index: number, unit: string): string[] {
  return shownBands(data, hidden).flatMap(({ name, low: lows, high: highs }) => {
    const [low = null, high = null] = [lows[index], highs[index]]
    return low === null || high === null
      ? []
      : [`${name} ${formatValue(low)} to ${formatQuantity(high, unit)}`]
  })
}
