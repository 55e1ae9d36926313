import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, toDate, WEEK_DAYS } from '#contract/time.ts'
import { zoneOffset } from '#contract/zone-time.ts'
import { holidaysOf } from '#server/calendar/public-holidays.ts'

export const HOURS_PER_DAY = 24
const SUNDAY = 6

/** Second occurrence of an hour, as a slot of the hourly series. */
export interface RepeatedHour {
  hour: number
  slot: number
}

/** Local days as rows of 24 hours over an hourly series in UTC. */
export interface DayGrid {
  /** Days since 1970-01-01; later days are given as rows. */
  firstDay: number
  days: number
  /** Start of slot 0. */
  startsAtUtc: number
  /** By row × 24 + hour: slot of the series, −1 for none. */
  slots: Int32Array
  repeated: ReadonlyMap<number, RepeatedHour>
}

/** NaN for an invalid `yyyy-MM-dd`. */
export function dayNumber(day: string): number {
  const utc = Date.parse(`${day}T00:00Z`)
  return dayText(utc / DAY_MS) === day ? utc / DAY_MS : NaN
}

/** '' if not finite. */
export function dayText(number: number): string {
  return Number.isFinite(number) ? toDate(number * DAY_MS) : ''
}

/** 0 for Monday; a public holiday counts as a Sunday. */
export function likeWeekday(area: MemberCode, number: number): number {
  return isHoliday(area, number) ? SUNDAY : (number + 3) % WEEK_DAYS
}

export function isHoliday(area: MemberCode, number: number): boolean {
  return holidaysOf(area, new Date(number * DAY_MS).getUTCFullYear()).has(number)
}

/** From 22 December to 6 January. */
export function isChristmas(number: number): boolean {
  const monthDay = dayText(number).slice('yyyy-'.length)
  return monthDay >= '12-22' || monthDay <= '01-06'
}

/** `startsAtUtc` is a whole hour. */
export function createDayGrid(zone: string, startsAtUtc: number, hours: number): DayGrid {
  const offset = zoneOffset(zone)
  const local = (slot: number): number => {
    const utc = startsAtUtc + slot * HOUR_MS
    return utc + offset(utc)
  }
  const firstDay = Math.floor(local(0) / DAY_MS)
  const days = hours === 0 ? 0 : Math.floor(local(hours - 1) / DAY_MS) - firstDay + 1
  const slots = new Int32Array(days * HOURS_PER_DAY).fill(-1)
  const repeated = new Map<number, RepeatedHour>()
  for (let slot = 0; slot < hours; slot++) {
    const hourNumber = Math.floor(local(slot) / HOUR_MS) - firstDay * HOURS_PER_DAY
    if (slots[hourNumber] === -1) slots[hourNumber] = slot
    else {
      const row = Math.floor(hourNumber / HOURS_PER_DAY)
      repeated.set(row, { hour: hourNumber - row * HOURS_PER_DAY, slot })
    }
  }
  return { firstDay, days, startsAtUtc, slots, repeated }
}

/** Row × 24 + hour; NaN without a slot or a value. */
export function layOverDays(
  { slots, startsAtUtc }: DayGrid,
  series: Float64Array,
  seriesStartsAtUtc = startsAtUtc,
): Float64Array {
  const later = (seriesStartsAtUtc - startsAtUtc) / HOUR_MS
  const first = Math.max(0, later)
  const table = new Float64Array(slots.length)
  for (let cell = 0; cell < table.length; cell++) {
    const slot = slots[cell] ?? -1
    table[cell] = slot < first ? NaN : (series[slot - later] ?? NaN)
  }
  return table
}
