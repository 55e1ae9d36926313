import { addDays, zoneOffset } from '#contract/zone-time.ts'

const shortFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** `Wed, Nov 25`, from `2026-11-25`. */
export const shortDay = (day: string): string => shortFormat.format(new Date(day))

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** `Nov 25`, from `2026-11-25` or its midnight in UTC. */
export const monthDay = (day: string | number): string => monthFormat.format(new Date(day))

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })
/** `load, solar, and wind`. */
export const listOfWords = (words: readonly string[]): string => list.format(words)

const dayOfYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** Further ranges are only counted. */
const MAX_RANGES = 3

/** In order. */
export function rangesOf(days: readonly string[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  for (const day of days) {
    const last = ranges.at(-1)
    if (last?.to === addDays(day, -1)) last.to = day
    else ranges.push({ from: day, to: day })
  }
  return ranges
}

/** `Nov 20 to Nov 22 and Nov 25`, `9 days, last Nov 25`; with years, `Nov 20, 2026`. Days are in order. */
export function daysInWords(days: readonly string[], hasYears = false): string {
  const format = hasYears ? (day: string) => dayOfYear.format(Date.parse(day)) : monthDay
  const words = rangesOf(days).map(({ from, to }) =>
    from === to ? format(from) : `${format(from)} to ${format(to)}`,
  )
  return words.length > MAX_RANGES ? `${days.length} days, last ${words.at(-1)}` : listOfWords(words)
}

/** `00:00–02:00, 10:00–14:00`, from starts of hours. */
export function hourSpans(clocks: readonly string[]): string {
  const spans: { from: number; to: number }[] = []
  for (const hour of new Set(clocks.map((clock) => Number.parseInt(clock, 10)))) {
    const last = spans.at(-1)
    if (last?.to === hour) last.to += 1
    else spans.push({ from: hour, to: hour + 1 })
  }
  const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  return spans.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(', ')
}

const longFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })

/** `Wednesday, November 25, 2026`, from `2026-11-25`. */
export const longDay = (day: string): string => longFormat.format(new Date(day))

/** `10:00`; on a day other than `usualDay`, `Nov 20, 10:00`. */
export function clockText(utc: number, zone: string, usualDay: string): string {
  const wall = new Date(utc + zoneOffset(zone)(utc)).toISOString()
  const clock = wall.slice(11, 16)
  return wall.startsWith(usualDay) ? clock : `${monthDay(wall.slice(0, 10))}, ${clock}`
}
