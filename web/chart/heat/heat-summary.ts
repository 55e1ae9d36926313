import type { ChartData } from '#web/chart/data/chart-data.ts'
import { curveStatistics } from '#web/chart/data/curve-statistics.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'
import { formatQuantity } from '#web/chart/format/value-format.ts'

import type { HeatGrid } from './heat-grid.ts'

/** What the heat map shows, in one paragraph: its grid, the lowest and the highest value, and how many are below zero. */
export function heatSentence(
  { timesS, curves }: ChartData,
  grid: HeatGrid,
  label: string,
  unit: string,
): string {
  const [curve] = curves
  const statistics = curve === undefined ? null : curveStatistics(timesS, curve.values, null)
  if (curve === undefined || statistics === null) return `${label}: heat map without data.`
  const { min, minTimeS, max, maxTimeS } = statistics
  const below = curve.values.filter((value) => value !== null && value < 0).length
  const shape =
    grid.cycle.kind === 'day'
      ? `${grid.columns.length} days by 24 hours`
      : `${grid.columns.length} weeks by 7 days`
  return [
    `${label}: heat map of ${curve.name}, ${shape}.`,
    `Lowest ${formatQuantity(min, unit)} on ${formatDayTime(minTimeS)}, highest ${formatQuantity(max, unit)} on ${formatDayTime(maxTimeS)}.`,
    ...(below > 0 ? [`${below} values are below zero.`] : []),
  ].join(' ')
}
