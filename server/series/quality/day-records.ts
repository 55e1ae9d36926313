import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching, type LocalDay } from '#server/calendar/local-calendar.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import {
  byQuantity,
  type ByQuantity,
  countValues,
  type Kind,
  QUANTITIES,
  type Quantity,
  type SeriesKey,
} from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { inTurn } from '#server/series/turns.ts'

import { countNearHours, isCopyOfDay, ratioSpread, SCALED_DAYS, scaledCopies } from './copied-forecasts.ts'
import type { NearHours } from './copied-forecasts.ts'
import { JUDGED_BY_DAYS, type Side, suspiciousDays } from './suspicious-days.ts'

/** A quantity of an area on a day of the market, as it is stored. */
export interface DayRecord extends NearHours {
  day: LocalDay
  actualHours: number
  forecastHours: number
  side: Side
  /** How the TSO's forecast copies the actual values, null if it does not: repeated, or times a constant, or an hour or a day later. */
  copy: 'copied' | 'scaled-copy' | null
  /** True if the TSO's forecast of any hour is known only as it was last published, maybe after the day. */
  isLastPublished: boolean
}

export type DayReading = Awaited<ReturnType<typeof readDayRecords>>

/** Reads the market's days that a span touches, in order, as they are stored or had ended by a time. Later days have a say in what is suspicious or copied. */
export async function readDayRecords(
  series: Pick<SeriesStore, 'read'>,
  areas: readonly MemberCode[],
  { fromUtc, toUtc }: Span,
  endedByUtc = Infinity,
) {
  // More at either end: the first of two days is suspicious because of the second, and a scaled copy is one of two weeks.
  const judged = { fromUtc: fromUtc - (JUDGED_BY_DAYS + 1) * DAY_MS, toUtc: toUtc + SCALED_DAYS * DAY_MS }
  const days = daysTouching(judged, MARKET_ZONE)
  const span = { fromUtc: days[0]?.fromUtc ?? fromUtc, toUtc: days.at(-1)?.toUtc ?? toUtc }
  const isWanted = (day: LocalDay) => day.toUtc > fromUtc && day.fromUtc < toUtc
  const firstWanted = days.findIndex(isWanted)
  const keysOf = (kind: Kind) =>
    areas.flatMap((area) => QUANTITIES.map((quantity): SeriesKey => ({ area, quantity, kind })))
  const read = await series.read([...keysOf('actual'), ...keysOf('tso')], span, endedByUtc)
  const records = new Map<MemberCode, ByQuantity<readonly DayRecord[]>>()
  for (const area of areas) {
    const ofArea = await inTurn(() =>
      byQuantity((quantity) => {
        const actual = hourlyMeans(read({ area, quantity, kind: 'actual' }))
        const published = read({ area, quantity, kind: 'tso' })
        const publishedInTime = read({ area, quantity, kind: 'tso' }, true)
        const tso = hourlyMeans(published)
        const measured = days.map((day) => measureDay(actual, tso, day, span.fromUtc))
        const sides = suspiciousDays(quantity, measured, firstWanted)
        const scaled = scaledCopies(measured, firstWanted)
        const inTime = publishedInTime === published ? null : hourlyMeans(publishedInTime)
        return days.flatMap((day, index) => {
          const record = measured[index]
          if (record === undefined || !isWanted(day)) return []
          const isLastPublished =
            inTime !== null && countHours(inTime, day, span.fromUtc) < record.forecastHours
          const ofDay = isCopyOfDay(record) ? ('copied' as const) : null
          const copy = ofDay ?? (scaled[index] ? ('scaled-copy' as const) : null)
          return [{ day, ...record, side: sides[index] ?? 0, copy, isLastPublished }]
        })
      }),
    )
    records.set(area, ofArea)
  }
  // `read` gives values over a longer span, so that the days before have a say.
  return { records, read }
}

/** Which actual values of an area are suspicious on a day of the market. */
export function suspiciousParts(
  records: DayReading['records'],
  area: MemberCode,
  date: string,
): { quantity: Quantity; side: Side }[] {
  return QUANTITIES.flatMap((quantity) =>
    (records.get(area)?.[quantity] ?? [])
      .filter(({ day, side }) => side !== 0 && day.date === date)
      .map(({ side }) => ({ quantity, side })),
  )
}

/** How many hours of a day have a value; `hours` begin at `startsAtUtc`. */
function countHours(hours: Float64Array, day: LocalDay, startsAtUtc: number): number {
  const [from, to] = [(day.fromUtc - startsAtUtc) / HOUR_MS, (day.toUtc - startsAtUtc) / HOUR_MS]
  return countValues(hours.subarray(from, to))
}

/** Measures a day of hourly values that begin at `startsAtUtc`, MW. */
function measureDay(actual: Float64Array, tso: Float64Array, day: LocalDay, startsAtUtc: number) {
  // Not fields of an object: whole numbers that become fractions there cost more than all the rest.
  let [hours, actualMwh, forecastMwh] = [0, 0, 0]
  let [actualHours, forecastHours, measuredMwh] = [0, 0, 0]
  const [from, to] = [(day.fromUtc - startsAtUtc) / HOUR_MS, (day.toUtc - startsAtUtc) / HOUR_MS]
  let [run, equalHours] = [0, 0]
  for (let hour = from; hour < to; hour++) {
    const value = actual[hour] ?? NaN
    const forecast = tso[hour] ?? NaN
    if (!Number.isNaN(value)) {
      actualHours++
      measuredMwh += value
    }
    run = hour > from && value === actual[hour - 1] ? run + 1 : 1
    equalHours = Math.max(equalHours, run)
    if (!Number.isNaN(forecast)) forecastHours++
    if (Number.isNaN(value - forecast)) continue
    hours++
    actualMwh += value
    forecastMwh += forecast
  }
  const nearHours = countNearHours(actual, tso, from, to)
  const energy = { hours, actualMwh, forecastMwh, actualHours, forecastHours, measuredMwh }
  return { ...energy, ...nearHours, ...ratioSpread(actual, tso, from, to), equalHours }
}
