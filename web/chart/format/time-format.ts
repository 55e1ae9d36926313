const LOCALE = 'en-US'
const HOUR_S = 3600

const dayFormat = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' })
const timeFormat = new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayTimeFormat = new Intl.DateTimeFormat(LOCALE, {
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
})
const fullDayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full' })
const zoneFormat = new Intl.DateTimeFormat(LOCALE, { timeZoneName: 'short', hour: 'numeric' })

/** Short month and day over hour and minute: `Nov 14\n06:00`, in the browser's zone. */
export function formatTick(timeS: number): string {
  const date = new Date(timeS * 1000)
  return `${dayFormat.format(date)}\n${timeFormat.format(date)}`
}

/** Full date and time in 24-hour form: `Saturday, November 14, 2026 at 06:00`. */
export function formatMoment(timeS: number): string {
  const date = new Date(timeS * 1000)
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
  return withZoneWhereDoubled(`${fullDay(date)} at ${time}`, timeS)
}

let lastDay = { key: 0, text: '' }

/** The text of the last day is kept: it is what costs time, and a pointer reads many moments of one day. */
function fullDay(date: Date): string {
  const key = (date.getFullYear() * 12 + date.getMonth()) * 31 + date.getDate()
  if (key !== lastDay.key) lastDay = { key, text: fullDayFormat.format(date) }
  return lastDay.text
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

/** Date and time in 24-hour form: `Nov 14, 2026, 06:00`. */
export function formatDayTime(timeS: number): string {
  return withZoneWhereDoubled(dayTimeFormat.format(timeS * 1000), timeS)
}

/** Adds the offset in the hour that a clock change repeats, because both would read the same. */
function withZoneWhereDoubled(text: string, timeS: number): string {
  return isDoubled(timeS) ? `${text} ${zoneName(timeS)}` : text
}

function isDoubled(timeS: number): boolean {
  const before = offsetMinutes(timeS - HOUR_S)
  const here = offsetMinutes(timeS)
  const after = offsetMinutes(timeS + HOUR_S)
  return here - before === 60 || after - here === 60
}

/** How far the zone is behind UTC. It grows by an hour where clocks go back. */
function offsetMinutes(timeS: number): number {
  return new Date(timeS * 1000).getTimezoneOffset()
}

function zoneName(timeS: number): string {
  const parts = zoneFormat.formatToParts(timeS * 1000)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}
