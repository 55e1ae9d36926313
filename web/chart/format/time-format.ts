import { formatShare } from '#contract/words/power.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { cycleOf } from '#web/chart/data/cycle.ts'
import { formatInstantWithYear, zoneAbbreviation, zoneOption } from '#web/zone/display-zone.ts'
import { momentsOf, timeOf, wallClock } from '#web/zone/wall-clock.ts'

import { formatCount } from './value-format.ts'

const LOCALE = 'en-US'
const DAY_S = 86_400

const dayFormat = new Intl.DateTimeFormat(LOCALE, { ...zoneOption, month: 'short', day: 'numeric' })
const fullDayFormat = new Intl.DateTimeFormat(LOCALE, { ...zoneOption, dateStyle: 'full' })

/** Short month and day over hour and minute: `Nov 14\n06:00`, in the page's zone. */
export function formatTick(timeS: number): string {
  const timeMs = timeS * 1000
  return `${dayFormat.format(timeMs)}\n${timeOf(timeMs)}`
}

/** Full date, time in 24-hour form and zone: `Saturday, November 14, 2026 at 06:00 CET`. */
export function formatMoment(timeS: number): string {
  const timeMs = timeS * 1000
  return `${fullDayFormat.format(timeMs)} at ${timeOf(timeMs)} ${zoneAbbreviation(timeS)}`
}

/** Date and time in 24-hour form: `Nov 14, 2026, 06:00`. */
export function formatDayTime(timeS: number): string {
  return withZoneWhereRepeated(formatInstantWithYear(timeS * 1000), timeS)
}

/** The longest range whose days are told apart without the year. */
const MAX_DAYS_WITHOUT_YEAR = 300

const isLong = (timesS: readonly number[]) =>
  (timesS.at(-1) ?? 0) - (timesS[0] ?? 0) > MAX_DAYS_WITHOUT_YEAR * DAY_S

/** The years that brief moments of these stamps leave out: `2026, `, `2025/2026, `. */
export function yearsOf(timesS: readonly number[]): string {
  const years = [timesS[0], timesS.at(-1)].map((timeS) => wallClock((timeS ?? 0) * 1000).getUTCFullYear())
  return isLong(timesS) ? '' : `${[...new Set(years)].join('/')}, `
}

/** How moments of these stamps are written briefly: `Nov 14, 06:00`, in a long range with the year, of days without the time. */
export function briefMoments(timesS: readonly number[]): (timeS: number) => string {
  const isByDay = cycleOf(timesS).kind === 'week'
  const brief = new Intl.DateTimeFormat(LOCALE, {
    ...zoneOption,
    month: 'short',
    day: 'numeric',
    ...(isLong(timesS) && { year: 'numeric' }),
    ...(!isByDay && { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  })
  return (timeS) =>
    isByDay ? brief.format(timeS * 1000) : withZoneWhereRepeated(brief.format(timeS * 1000), timeS)
}

/** Adds the zone in the hour that a clock change repeats, because both would read the same. */
function withZoneWhereRepeated(text: string, timeS: number): string {
  const isRepeated = momentsOf(+wallClock(timeS * 1000)).length > 1
  return isRepeated ? `${text} ${zoneAbbreviation(timeS)}` : text
}

interface PositionWords {
  /** At the head of a reading: `Saturday, November 14, 2026 at 06:00 CET`. */
  full: (position: number) => string
  /** `Nov 14, 2026, 06:00`. */
  short: (position: number) => string
  tick: (position: number) => string
}

const MOMENTS: PositionWords = { full: formatMoment, short: formatDayTime, tick: formatTick }

/** Moments, or where values are sorted their ranks: `1,200 of 8,760 hours, 13.7%`. */
export function positionWords({ timesS, ranks }: Pick<ChartData, 'timesS' | 'ranks'>): PositionWords {
  if (ranks === undefined) return MOMENTS
  const count = timesS.length
  const share = (rank: number) => formatShare(rank / count)
  const text = (rank: number) => `${formatCount(rank)} of ${formatCount(count)} ${ranks}, ${share(rank)}`
  const unit = (rank: number) => (rank === 1 ? ranks.replace(/s$/, '') : ranks)
  return { full: text, short: text, tick: (rank) => `${formatCount(rank)} ${unit(rank)}\n${share(rank)}` }
}

/** Note about a curve's values: `by the hour, Final forecast from Nov 14, 06:00`; empty for nothing. */
export function curveNote({ forecast, isStepped }: Curve, moment: (timeS: number) => string): string {
  return [
    ...(isStepped ? ['by the hour'] : []),
    ...(forecast === undefined ? [] : [`${forecast.name} from ${moment(forecast.fromS)}`]),
    ...(forecast?.isStepped && !isStepped ? ['by the hour'] : []),
  ].join(', ')
}

/** Name of a curve with its note: `Germany (Final forecast from Nov 14, 2026, 06:00)`. */
export function curveTitle(curve: Curve): string {
  const note = curveNote(curve, formatDayTime)
  return note === '' ? curve.name : `${curve.name} (${note})`
}
