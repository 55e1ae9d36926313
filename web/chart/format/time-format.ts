import { formatShare } from '#contract/words/power.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { cycleOf } from '#web/chart/data/hours-and-weekdays.ts'
import { formatInstantWithYear, zoneAbbreviation, zoneOption } from '#web/zone/display-zone.ts'
import { momentsOf, timeOf, wallClock } from '#web/zone/wall-clock.ts'

import { formatCount } from './value-format.ts'

const LOCALE = 'en-US'
const DAY_S = 86_400

const dayFormat = new Intl.DateTimeFormat(LOCALE, { ...zoneOption, month: 'short', day: 'numeric' })
const fullDayFormat = new Intl.DateTimeFormat(LOCALE, { ...zoneOption, dateStyle: 'full' })

/** `Nov 14\n06:00`, in the page's time zone. */
export function formatTick(timeS: number): string {
  const timeMs = timeS * 1000
  return `${dayFormat.format(timeMs)}\n${timeOf(timeMs)}`
}

/** `Saturday, November 14, 2026 at 06:00 CET`. */
export function formatMoment(timeS: number): string {
  const timeMs = timeS * 1000
  return `${fullDayFormat.format(timeMs)} at ${timeOf(timeMs)} ${zoneAbbreviation(timeS)}`
}

/** `Nov 14, 2026, 06:00`. */
export function formatDayTime(timeS: number): string {
  return withZoneWhereRepeated(formatInstantWithYear(timeS * 1000), timeS)
}

/** Shorter ranges omit the year. */
const MAX_DAYS_WITHOUT_YEAR = 300

const isLong = (timesS: readonly number[]) =>
  (timesS.at(-1) ?? 0) - (timesS[0] ?? 0) > MAX_DAYS_WITHOUT_YEAR * DAY_S

/** The years that `briefMoments` omits: `2026, `, `2025/2026, `. */
export function yearsOf(timesS: readonly number[]): string {
  const years = [timesS[0], timesS.at(-1)].map((timeS) => wallClock((timeS ?? 0) * 1000).getUTCFullYear())
  return isLong(timesS) ? '' : `${[...new Set(years)].join('/')}, `
}

/** `Nov 14, 06:00`; with the year in a long range, without the time for daily stamps. */
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

/** The hour that a clock change repeats is ambiguous without its zone. */
function withZoneWhereRepeated(text: string, timeS: number): string {
  const isRepeated = momentsOf(+wallClock(timeS * 1000)).length > 1
  return isRepeated ? `${text} ${zoneAbbreviation(timeS)}` : text
}

interface PositionWords {
  full: (position: number) => string
  short: (position: number) => string
  tick: (position: number) => string
}

const MOMENTS: PositionWords = { full: formatMoment, short: formatDayTime, tick: formatTick }

/** Ranks: `1,200 of 8,760 hours, 13.7%`. */
export function positionWords({ timesS, ranks }: Pick<ChartData, 'timesS' | 'ranks'>): PositionWords {
  if (ranks === undefined) return MOMENTS
  const count = timesS.length
  const share = (rank: number) => formatShare(rank / count)
  const text = (rank: number) => `${formatCount(rank)} of ${formatCount(count)} ${ranks}, ${share(rank)}`
  const unit = (rank: number) => (rank === 1 ? ranks.replace(/s$/, '') : ranks)
  return { full: text, short: text, tick: (rank) => `${formatCount(rank)} ${unit(rank)}\n${share(rank)}` }
}

/** `by the hour, Final forecast from Nov 14, 06:00`, or empty. */
export function curveNote({ forecast, isStepped }: Curve, moment: (timeS: number) => string): string {
  return [
    ...(isStepped ? ['by the hour'] : []),
    ...(forecast === undefined ? [] : [`${forecast.name} from ${moment(forecast.fromS)}`]),
    ...(forecast?.isStepped && !isStepped ? ['by the hour'] : []),
  ].join(', ')
}

/** `Germany (Final forecast from Nov 14, 2026, 06:00)` */
export function curveTitle(curve: Curve): string {
  const note = curveNote(curve, formatDayTime)
  return note === '' ? curve.name : `${curve.name} (${note})`
}
