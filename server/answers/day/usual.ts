import { parseDate } from '@internationalized/date'

import { type AreaCode, type MemberCode, membersOf } from '#contract/areas.ts'
import { MIN_USUAL_YEARS, USUAL_WINDOW_DAYS, type UsualFigures } from '#contract/usual.ts'
import { daysWithin, hourEdges, hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import type { ReadMeans } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'
import { readDayRecords } from '#server/series/quality/day-records.ts'
import { DAY_MS, QUANTITIES, type Quantity, type SeriesStore, type Span } from '#server/series/series.ts'

import { clocksOf, type Hourly, localDay, marketDayOf, sumOf } from './read-day.ts'

export interface UsualParts {
  readMeans: ReadMeans
  series: Pick<SeriesStore, 'read'>
}

/** A day of an earlier year as if it were of the asked one. */
export interface EarlierDay<Of> {
  yearsBack: number
  /** Of the same date so many years later. */
  dayNumber: number
  isWorkday: boolean
  clocks: readonly string[]
  /** What was measured; no hours of a suspicious day. */
  actual: (area: MemberCode, quantity: Of) => Hourly
}

const MAX_YEARS = 10
const dayNumber = (date: string) => Date.parse(date) / DAY_MS
/** Public holidays count as working days, as everywhere here. */
const isWorkday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay())

/**
 * What is usual in the hours of some local days, from the stored years before. No rows where fewer than two years have values. Rejects
 * with a `DatabaseError`.
 */
export async function composeUsualRows(
  parts: UsualParts,
  asked: { area: AreaCode; quantity: Quantity | 'residual'; span: Span; zone: string },
): Promise<Record<string, number>[]> {
  const { area, quantity, zone } = asked
  const members = membersOf(area)
  const days = daysWithin(asked.span, zone)
  const earlier = await readEarlierDays(parts, members, [quantity], days, zone)
  /** As in the sums of curves: what has no value in the whole time of a year is left out. */
  const knownIn = new Map(
    [...new Set(earlier.map(({ yearsBack }) => yearsBack))].map((years) => [
      years,
      members.filter((member) =>
        earlier.some(({ yearsBack, actual }) => yearsBack === years && hasValue(actual(member, quantity))),
      ),
    ]),
  )
  const sums = earlier.map(({ actual, ...day }) => {
    const known = knownIn.get(day.yearsBack) ?? []
    const values = sumOf(
      known.map((member) => actual(member, quantity)),
      day.clocks.length,
    )
    return { ...day, byClock: new Map(day.clocks.map((clock, hour) => [clock, values[hour] ?? null])) }
  })
  return days.flatMap((day) => {
    const alike = daysLike(day, sums)
    const clocks = clocksOf(day)
    return hoursOf(day).flatMap(({ fromUtc }, hour) => {
      const usual = usualOf(alike, ({ byClock }) => byClock.get(clocks[hour] ?? '') ?? null)
      return usual === null ? [] : [{ time_utc: fromUtc, ...usual }]
    })
  })
}

const hasValue = (values: Hourly) => values.some((mw) => mw !== null)

/** The earlier days that a day is compared with: working days or others, around the same date. */
export function daysLike<Day extends Pick<EarlierDay<never>, 'dayNumber' | 'isWorkday'>>(
  { date }: Pick<LocalDay, 'date'>,
  earlier: readonly Day[],
): Day[] {
  return earlier.filter(
    (other) =>
      other.isWorkday === isWorkday(date) && Math.abs(other.dayNumber - dayNumber(date)) <= USUAL_WINDOW_DAYS,
  )
}

/** Median, P10 and P90 of a value of some earlier days, MW; null where too few years have one. */
export function usualOf<Day extends Pick<EarlierDay<never>, 'yearsBack'>>(
  days: readonly Day[],
  valueOf: (day: Day) => number | null,
): UsualFigures | null {
  const known = days.flatMap((day) => {
    const mw = valueOf(day)
    return mw === null ? [] : [{ mw, yearsBack: day.yearsBack }]
  })
  if (new Set(known.map(({ yearsBack }) => yearsBack)).size < MIN_USUAL_YEARS) return null
  const sorted = known.map(({ mw }) => mw).toSorted((a, b) => a - b)
  return {
    median_mw: quantile(sorted, 0.5),
    p10_mw: quantile(sorted, 0.1),
    p90_mw: quantile(sorted, 0.9),
    sample_days: sorted.length,
  }
}

/** Between the two nearest values in proportion; MW. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN]
  return toPower(low + (high - low) * (place % 1)) ?? 0
}

/** The days around some local days in the years before, back to the first year without any. Rejects with a `DatabaseError`. */
export async function readEarlierDays<Of extends Quantity | 'residual'>(
  parts: UsualParts,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  days: readonly LocalDay[],
  zone: string,
): Promise<EarlierDay<Of>[]> {
  const [first, last] = [days[0], days.at(-1)]
  const earlier: EarlierDay<Of>[] = []
  if (first === undefined || last === undefined) return earlier
  for (let yearsBack = 1; yearsBack <= MAX_YEARS; yearsBack += 1) {
    const window = {
      fromUtc: localDay(shifted(first, -yearsBack, -USUAL_WINDOW_DAYS), zone).fromUtc,
      toUtc: localDay(shifted(last, -yearsBack, USUAL_WINDOW_DAYS), zone).toUtc,
    }
    const actual = await readActual(parts, areas, quantities, window, zone)
    if (actual === null) break
    for (const day of daysWithin(window, zone))
      earlier.push({
        yearsBack,
        dayNumber: dayNumber(shifted(day, yearsBack, 0)),
        isWorkday: isWorkday(day.date),
        clocks: clocksOf(day),
        actual: (area, quantity) => actual(day, area, quantity),
      })
  }
  return earlier
}

const shifted = ({ date }: Pick<LocalDay, 'date'>, years: number, days: number) =>
  parseDate(date).add({ years, days }).toString()

/** What was measured on the days of a span, without suspicious days; null where there is nothing at all. */
async function readActual<Of extends Quantity | 'residual'>(
  { readMeans, series }: UsualParts,
  areas: readonly MemberCode[],
  quantities: readonly Of[],
  span: Span,
  zone: string,
): Promise<((day: LocalDay, area: MemberCode, quantity: Of) => Hourly) | null> {
  const edges = hourEdges(span, zone)
  const means = new Map<Of, Awaited<ReturnType<ReadMeans>>>()
  for (const quantity of quantities)
    means.set(quantity, await readMeans(areas, quantity, 'actual', { edges, maxMissingMs: 0 }))
  if ([...means.values()].every((ofQuantity) => [...ofQuantity.values()].every((known) => !known.hasValue)))
    return null
  const { records } = await readDayRecords(series, areas, span)
  const isSuspicious = (area: MemberCode, date: string) =>
    QUANTITIES.some((part) =>
      records.get(area)?.[part].some(({ day, side }) => side !== 0 && day.date === date),
    )
  return (day, area, quantity) => {
    const from = edges.indexOf(day.fromUtc)
    const powerMw =
      means
        .get(quantity)
        ?.get(area)
        ?.powerMw.subarray(from, from + hoursOf(day).length) ?? []
    return isSuspicious(area, marketDayOf(day)) ? [] : Array.from(powerMw, toPower)
  }
}
