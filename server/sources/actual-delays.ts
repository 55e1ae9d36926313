import type { MemberCode } from '#contract/areas.ts'
import type { DataDaysAnswer } from '#contract/data-days.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays } from '#contract/zone-time.ts'
import { columnsOf } from '#server/database/columns-of.ts'
import type { Database } from '#server/database/database.ts'
import { createRowsOfSource } from '#server/database/rows-of-source.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { MINUTE_MS, type SeriesStore } from '#server/series/series.ts'

export const DELAYS_OF_SOURCE = createRowsOfSource('actual_delay')

/** Days before today whose delays are the usual ones, and how many of them must be known. */
const USUAL_DAYS = 28
const MIN_DAYS = 5
/** An area is late if it lags behind its usual longest delay by more than this. */
const LATE_MINUTES = 120

interface Parts {
  series: Pick<SeriesStore, 'newest'>
  database: Database
  /** The name of the source. */
  source: string
}

/** How many minutes before a time the newest actual load of some areas ends, as far as there is any. */
async function delaysAt(series: Parts['series'], areas: readonly MemberCode[], utc: number) {
  return (await series.newest('actual'))
    .filter(({ area, quantity }) => quantity === 'load' && areas.includes(area))
    .map(({ area, endsAtUtc }) => ({
      area,
      minutes: Math.max(0, Math.round((utc - endsAtUtc) / MINUTE_MS)),
    }))
}

/** Remembers how late the load of areas was that have just been polled. A time without polls is no delay of the source. */
export async function noteDelays(
  { series, database, source }: Parts,
  polled: readonly MemberCode[],
  polledAtUtc: number,
): Promise<void> {
  if (polled.length === 0) return
  await database.query(
    `INSERT INTO actual_delay AS known (source, area, day, minutes)
     SELECT $1::text, area, $2::date, minutes FROM unnest($3::text[], $4::int[]) AS polled (area, minutes)
     ON CONFLICT (source, area, day) DO UPDATE SET minutes = excluded.minutes WHERE excluded.minutes > known.minutes`,
    [
      source,
      dayAt(polledAtUtc, MARKET_ZONE).date,
      ...columnsOf(await delaysAt(series, polled, polledAtUtc), 'area', 'minutes'),
    ],
  )
}

/** How late the load of areas is now and usually, and since which day it is later than that. Rejects with a `DatabaseError`. */
export async function readDelays(
  { series, database, source }: Parts,
  areas: readonly MemberCode[],
  nowUtc: number,
): Promise<DataDaysAnswer['delays']> {
  const today = dayAt(nowUtc, MARKET_ZONE).date
  const known = await database.query<{ area: MemberCode; day: string; minutes: number }>(
    `SELECT area, day::text AS day, minutes FROM actual_delay
     WHERE source = $1::text AND area = ANY ($2::text[]) AND day BETWEEN $3::date AND $4::date ORDER BY day DESC`,
    [source, areas, addDays(today, -USUAL_DAYS), today],
  )
  return (await delaysAt(series, areas, nowUtc)).map(({ area, minutes: nowMinutes }) => {
    const days = known.filter((row) => row.area === area)
    const before = days.filter(({ day }) => day < today).map(({ minutes }) => minutes)
    const median = before.toSorted((a, b) => a - b)[Math.floor(before.length / 2)] ?? null
    const usualMinutes = before.length < MIN_DAYS ? null : median
    const isLate = (minutes: number) => usualMinutes !== null && minutes > usualMinutes + LATE_MINUTES
    const firstOnTime = days.findIndex(({ day, minutes }) => day < today && !isLate(minutes))
    const sinceDay = isLate(nowMinutes) ? (days[firstOnTime - 1]?.day ?? today) : null
    return { area, nowMinutes, usualMinutes, sinceDay }
  })
}
