import type { ChartData } from '#web/chart/data/chart-data.ts'
import type { CurveStatistics } from '#web/chart/data/curve-statistics.ts'
import { isBandShown } from '#web/chart/data/hidden-curves.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'
import { formatQuantity, formatValue } from '#web/chart/format/value-format.ts'

/** One sentence: how many curves over which span. */
export function summarySentence(label: string, curveCount: number, window: TimeWindow | null): string {
  if (window === null || curveCount === 0) return `${label}: line chart without data.`
  const curves = curveCount === 1 ? '1 curve' : `${curveCount} curves`
  return `${label}: line chart of ${curves} from ${formatDayTime(window.fromS)} to ${formatDayTime(window.toS)}.`
}

/** The part of time that is shown. */
export function windowSentence(window: TimeWindow | null): string {
  return window === null ? '' : `Showing ${formatDayTime(window.fromS)} to ${formatDayTime(window.toS)}`
}

/** One sentence per curve: lowest, highest and last value, each with its moment. */
export function curveSentence(name: string, statistics: CurveStatistics | null, unit: string): string {
  if (statistics === null) return `${name}: no values.`
  const { min, minTimeS, max, maxTimeS, last, lastTimeS } = statistics
  const at = (value: number, timeS: number) => `${formatQuantity(value, unit)} on ${formatDayTime(timeS)}`
  return `${name}: lowest ${at(min, minTimeS)}, highest ${at(max, maxTimeS)}, last ${at(last, lastTimeS)}.`
}

/** What a screen reader says about one moment: its time, the value of every shown curve, and the limits of the band. */
export function momentSentence(
  data: ChartData,
  hidden: readonly string[],
  index: number,
  unit: string,
): string {
  const timeS = data.timesS[index]
  if (timeS === undefined) return ''
  const values = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map(({ name, values }) => `${name} ${spokenValue(values[index] ?? null, unit)}`)
  return [formatDayTime(timeS), ...values, ...bandWords(data, hidden, index, unit)].join(', ')
}

function bandWords(data: ChartData, hidden: readonly string[], index: number, unit: string): string[] {
  const low = data.band?.low[index] ?? null
  const high = data.band?.high[index] ?? null
  if (data.band === undefined || low === null || high === null || !isBandShown(data, hidden)) return []
  return [`${data.band.name} ${formatValue(low)} to ${formatQuantity(high, unit)}`]
}

function spokenValue(value: number | null, unit: string): string {
  return value === null ? 'no value' : formatQuantity(value, unit)
}
