import { parseDate } from '@internationalized/date'

import { type AreaCode, membersOf } from '#contract/areas.ts'
import { MIN_USUAL_YEARS, USUAL_WINDOW_DAYS } from '#contract/usual.ts'
import { daysWithin, hourEdges, hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { type ReadMeans, sumOfMeans } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'
import { readDayRecords } from '#server/series/quality/day-records.ts'
import { DAY_MS, QUANTITIES, type Quantity, type SeriesStore, type Span } from '#server/series/series.ts'

import { clocksOf, localDay, marketDayOf } from './read-day.ts'

interface UsualParts {
  readMeans: ReadMeans
  series: Pick<SeriesStore, 'read'>
}
export interface AskedUsual {
  area: AreaCode
  quantity: Quantity | 'residual'
  span: Span
  zone: string
}

/** A day of an earlier year as if it were of the asked one. */
interface EarlierDay {
  yearsBack: number
  /** Of the same date so many years later. */
  dayNumber: number
  isWorkday: boolean
  byClock: ReadonlyMap<string, number>
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
  asked: AskedUsual,
): Promise<Record<string, number>[]> {
  const { span, zone } = asked
  const earlier: EarlierDay[] = []
  for (let yearsBack = 1; yearsBack <= MAX_YEARS; yearsBack += 1) {
    const ofYear = await readEarlierDays(parts, asked, yearsBack)
    if (ofYear.length === 0) break
    earlier.push(...ofYear)
  }
  return daysWithin(span, zone).flatMap((day) => {
    const number = dayNumber(day.date)
    const alike = earlier.filter(
      (other) =>
        other.isWorkday === isWorkday(day.date) && Math.abs(other.dayNumber - number) <= USUAL_WINDOW_DAYS,
    )
    const clocks = clocksOf(day)
    return hoursOf(day).flatMap(({ fromUtc }, hour) => {
      const of = alike.filter(({ byClock }) => byClock.has(clocks[hour] ?? ''))
      if (new Set(of.map(({ yearsBack }) => yearsBack)).size < MIN_USUAL_YEARS) return []
      const sorted = of.map(({ byClock }) => byClock.get(clocks[hour] ?? '') ?? NaN).toSorted((a, b) => a - b)
      return [
        {
          time_utc: fromUtc,
          median_mw: quantile(sorted, 0.5),
          p10_mw: quantile(sorted, 0.1),
          p90_mw: quantile(sorted, 0.9),
          sample_days: sorted.length,
        },
      ]
    })
  })
}

/** Between the two nearest values in proportion; MW. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)] ?? NaN, sorted[Math.ceil(place)] ?? NaN]
  return toPower(low + (high - low) * (place % 1)) ?? 0
}

/** The days around the asked ones so many years before, without suspicious ones and hours without a value. */
async function readEarlierDays(
  { readMeans, series }: UsualParts,
  { area, quantity, span, zone }: AskedUsual,
  yearsBack: number,
): Promise<EarlierDay[]> {
  const members = membersOf(area)
  const shifted = ({ date }: Pick<LocalDay, 'date'>, years: number, days: number) =>
    parseDate(date).add({ years, days }).toString()
  const asked = daysWithin(span, zone)
  const [first, last] = [asked[0], asked.at(-1)]
  if (first === undefined || last === undefined) return []
  const window = {
    fromUtc: localDay(shifted(first, -yearsBack, -USUAL_WINDOW_DAYS), zone).fromUtc,
    toUtc: localDay(shifted(last, -yearsBack, USUAL_WINDOW_DAYS), zone).toUtc,
  }
  const edges = hourEdges(window, zone)
  const means = await readMeans(members, quantity, 'actual', { edges, maxMissingMs: 0 })
  // As in the sums of curves: what has no value in the whole time is left out.
  const known = [...means.values()].filter(({ hasValue }) => hasValue)
  if (known.length === 0) return []
  const powerMw = sumOfMeans(known, edges.length - 1)
  const { records } = await readDayRecords(series, members, window)
  const suspicious = new Set(
    [...records.values()].flatMap((ofMember) =>
      QUANTITIES.flatMap((part) =>
        ofMember[part].filter(({ side }) => side !== 0).map(({ day }) => day.date),
      ),
    ),
  )
  return daysWithin(window, zone).flatMap((day) => {
    if (suspicious.has(marketDayOf(day))) return []
    const from = edges.indexOf(day.fromUtc)
    const byClock = new Map(
      clocksOf(day).flatMap((clock, hour) => {
        const mw = powerMw[from + hour] ?? NaN
        return Number.isNaN(mw) ? [] : [[clock, mw] as const]
      }),
    )
    if (byClock.size === 0) return []
    return [
      {
        yearsBack,
        dayNumber: dayNumber(shifted(day, yearsBack, 0)),
        isWorkday: isWorkday(day.date),
        byClock,
      },
    ]
  })
}
