import { type MemberCode, membersOf } from '#contract/areas.ts'
import { MIN_USUAL_YEARS, USUAL_WINDOW_DAYS, type UsualFigures, type UsualRow } from '#contract/row-tables.ts'
import { DAY_MS } from '#contract/time.ts'
import { addDays, addYears } from '#contract/zone-time.ts'
import { daysWithin, hourEdges, hoursOf, type LocalDay } from '#server/calendar/local-calendar.ts'
import { isPublicHoliday } from '#server/calendar/public-holidays.ts'
import { readJudgedDays, suspiciousParts } from '#server/quality/judged-days.ts'
import { marketDayOf } from '#server/series/forecast-days.ts'
import { toPower } from '#server/series/power.ts'
import type { Quantity } from '#server/series/series.ts'

import { clocksOf, localDay, readStored, sumOf } from './read-day.ts'
import type { AreaDaysRequest, DayParts, Hourly } from './read-day.ts'

type Of = Quantity | 'residual'

export interface EarlierDay {
  date: string
  yearsBack: number
  clocks: readonly string[]
  /** Summed; an hour is missing if an area lacks it or the day is suspicious. */
  actual: (areas: readonly MemberCode[], quantity: Of) => Hourly
}

const MAX_YEARS = 10
const dayNumber = (date: string) => Date.parse(date) / DAY_MS
/** Monday to Friday, unless all areas have a public holiday. */
export const isWorkday = (date: string, areas: readonly MemberCode[]) =>
  ![0, 6].includes(new Date(date).getUTCDay()) && !areas.every((area) => isPublicHoliday(area, date))

/** Empty with fewer than two earlier years. */
export async function composeUsualRows(
  parts: DayParts,
  { area, span, zone, quantity, known }: AreaDaysRequest & { quantity: Of },
): Promise<(Omit<UsualRow, 'time_utc'> & { time_utc: number })[]> {
  const days = daysWithin(span, zone)
  const areas = membersOf(area)
  const earlier = await readEarlierDays(parts, days, { areas, quantities: [quantity], zone, known })
  return days.flatMap((day) => {
    const daysAlike = daysLike(day, earlier, areas)
    const known = areas.filter((member) =>
      daysAlike.some(({ actual }) => actual([member], quantity).some((mw) => mw !== null)),
    )
    const usual = usualHours(day, daysAlike, known, quantity)
    const years = daysAlike
      .filter(({ actual }) => actual(known, quantity).some((mw) => mw !== null))
      .map(({ date: earlierDay }) => Number(earlierDay.slice(0, 4)))
    const [first_year, last_year] = [Math.min(...years), Math.max(...years)]
    const without = areas.filter((member) => !known.includes(member)).join(' ') || null
    return hoursOf(day).flatMap(({ fromUtc }, hour) => {
      const ofHour = usual[hour] ?? null
      return ofHour === null ? [] : { time_utc: fromUtc, ...ofHour, first_year, last_year, without }
    })
  })
}

export function usualHours(
  day: LocalDay,
  alike: readonly EarlierDay[],
  areas: readonly MemberCode[],
  quantity: Of,
): (UsualFigures | null)[] {
  const days = alike.map((other) => ({ ...other, values: other.actual(areas, quantity) }))
  // The first occurrence of a doubled hour.
  return clocksOf(day).map((clock) =>
    usualOf(days, ({ clocks, values }) => values[clocks.indexOf(clock)] ?? null),
  )
}

/** Days around the same date, either working days or other days. */
export function daysLike<Day extends EarlierDay>(
  { date }: Pick<LocalDay, 'date'>,
  earlier: readonly Day[],
  areas: readonly MemberCode[],
): Day[] {
  // In the earlier year, as the days were read; matters around 29 February.
  const centres = Array.from({ length: MAX_YEARS + 1 }, (_, years) => dayNumber(shifted({ date }, -years, 0)))
  const isNear = (other: Day) =>
    Math.abs(dayNumber(other.date) - (centres[other.yearsBack] ?? NaN)) <= USUAL_WINDOW_DAYS
  const isWorking = isWorkday(date, areas)
  return earlier.filter((other) => isNear(other) && isWorkday(other.date, areas) === isWorking)
}

/** MW; null if fewer than `MIN_USUAL_YEARS` have a value. */
export function usualOf<Day extends EarlierDay>(
  days: readonly Day[],
  valueOf: (day: Day) => number | null,
): UsualFigures | null {
  const values = days.map(valueOf)
  const known = days.filter((_, index) => values[index] !== null)
  if (new Set(known.map(({ yearsBack }) => yearsBack)).size < MIN_USUAL_YEARS) return null
  const sorted = values.filter((mw) => mw !== null).toSorted((a, b) => a - b)
  // Linear interpolation.
  const mwAt = (share: number) => {
    const place = share * (sorted.length - 1)
    const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN]
    return toPower(low + (high - low) * (place % 1)) ?? 0
  }
  return { median_mw: mwAt(0.5), p10_mw: mwAt(0.1), p90_mw: mwAt(0.9), sample_days: sorted.length }
}

export async function readEarlierDays(
  { readMeans, series }: DayParts,
  days: readonly LocalDay[],
  of: Pick<AreaDaysRequest, 'zone' | 'known'> & {
    areas: readonly MemberCode[]
    quantities: readonly Of[]
  },
): Promise<EarlierDay[]> {
  const { areas, quantities, zone, known } = of
  const [first, last] = [days[0], days.at(-1)]
  const earlier: EarlierDay[] = []
  if (first === undefined || last === undefined) return earlier
  for (let yearsBack = 1; yearsBack <= MAX_YEARS; yearsBack += 1) {
    const window = {
      fromUtc: localDay(shifted(first, -yearsBack, -USUAL_WINDOW_DAYS), zone).fromUtc,
      toUtc: localDay(shifted(last, -yearsBack, USUAL_WINDOW_DAYS), zone).toUtc,
    }
    const edges = hourEdges(window, zone)
    const meansOf = await readStored(readMeans, areas, quantities, 'actual', edges, known)
    if (quantities.every((quantity) => areas.every((area) => !meansOf(area, quantity).hasValue))) continue
    const { judgedDays } = await readJudgedDays(series, areas, window, known.endedByUtc)
    for (const day of daysWithin(window, zone)) {
      const clocks = clocksOf(day)
      const from = edges.indexOf(day.fromUtc)
      const hoursOfArea = (area: MemberCode, quantity: Of) =>
        suspiciousParts(judgedDays, area, marketDayOf(day)).length > 0
          ? []
          : Array.from(meansOf(area, quantity).powerMw.subarray(from, from + clocks.length), toPower)
      earlier.push({
        date: day.date,
        yearsBack,
        clocks,
        actual: (ofAreas, quantity) => {
          const members = ofAreas.map((area) => hoursOfArea(area, quantity))
          return sumOf(members, clocks.length)
        },
      })
    }
  }
  return earlier
}

const shifted = ({ date }: Pick<LocalDay, 'date'>, years: number, days: number) =>
  addDays(addYears(date, years), days)
