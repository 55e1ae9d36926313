import type { ChartData } from '#web/chart/data/chart-data.ts'
import { formatShare } from '#web/ui/power-format.ts'

import { formatDayTime, formatMoment, formatTick } from './time-format.ts'

/** How a chart writes the positions of its axis. */
export interface PositionWords {
  /** At the head of a reading: `Saturday, November 14, 2026 at 06:00 CET`. */
  full: (position: number) => string
  /** `Nov 14, 2026, 06:00`. */
  short: (position: number) => string
  /** Under the axis, in two lines. */
  tick: (position: number) => string
}

const MOMENTS: PositionWords = { full: formatMoment, short: formatDayTime, tick: formatTick }
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Moments, or where values are sorted their ranks: `1,200 of 8,760 hours, 13.7%`. */
export function positionWords({ timesS, ranks }: Pick<ChartData, 'timesS' | 'ranks'>): PositionWords {
  if (ranks === undefined) return MOMENTS
  const count = timesS.length
  const share = (rank: number) => formatShare(rank / count)
  const text = (rank: number) => `${number.format(rank)} of ${number.format(count)} ${ranks}, ${share(rank)}`
  return { full: text, short: text, tick: (rank) => `${number.format(rank)} ${ranks}\n${share(rank)}` }
}
