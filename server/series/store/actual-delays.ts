import type { MemberCode } from '#contract/areas.ts'
import type { DataDaysAnswer } from '#contract/data-days.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { addDays, marketDay } from '#contract/zone-time.ts'
import { columnsOf, createRowsOfSource } from '#server/database/columns.ts'
import type { Database } from '#server/database/database.ts'
import { hourlyMeans } from '#server/series/mean-power.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

import type { SeriesStore } from './series-store.ts'

export const DELAYS_OF_SOURCE = createRowsOfSource('actual_delay')

/** Days before today that make the usual delay, if enough are known. */
const USUAL_DAYS = 28
const MIN_DAYS = 5
/** Above the median of the longest delays of a day. */
const LATE_MINUTES = 120
/** An hour of UTC is sunny if its power exceeded this share of the highest in these days. */
const SUN_DAYS = 14
const SUN_SHARE = 0.02
const DAY_HOURS = DAY_MS / HOUR_MS

interface Parts {
  series: Pick<SeriesStore, 'newest' | 'read'>
  database: Database
  source: string
}

export interface Measured {
  area: MemberCode
  quantities: readonly Quantity[]
}

/** 0 to 23, UTC. `powerMw` begins at midnight; all hours without sun. */
function findSunnyHours(powerMw: Float64Array): ReadonlySet<number> {
  const leastMw = SUN_SHARE * powerMw.reduce((most, mw) => (mw > most ? mw : most), 0)
  const sunny = [...powerMw.keys()]
    .filter((hour) => (powerMw[hour] ?? NaN) > leastMw)
    .map((hour) => hour % DAY_HOURS)
  return new Set(sunny.length > 0 ? sunny : Array.from({ length: DAY_HOURS }, (_, hour) => hour))
}

/** Delays in minutes. For solar only sunny hours count, since some sources leave out the night. */
async function delaysAt(series: Parts['series'], wanted: readonly Measured[], utc: number) {
  const newest = await series.newest('actual')
  const keys = wanted.flatMap(({ area, quantities }) =>
    quantities.map((quantity) => ({ area, quantity, kind: 'actual' as const })),
  )
  const midnightUtc = Math.ceil(utc / DAY_MS) * DAY_MS
  const read = await series.read(
    keys.filter(({ quantity }) => quantity === 'solar'),
    { fromUtc: midnightUtc - SUN_DAYS * DAY_MS, toUtc: midnightUtc },
  )
  return keys.flatMap((key) => {
    const { area, quantity } = key
    const found = newest.find((value) => value.area === area && value.quantity === quantity)
    // Without a new value for this long, a series has ended.
    if (found === undefined || found.endsAtUtc < utc - USUAL_DAYS * DAY_MS) return []
    const sunny = quantity === 'solar' ? findSunnyHours(hourlyMeans(read(key))) : null
    let lateMs = 0
    for (let fromUtc = found.endsAtUtc, nextUtc = 0; fromUtc < utc; fromUtc = nextUtc) {
      nextUtc = Math.min(utc, (Math.floor(fromUtc / HOUR_MS) + 1) * HOUR_MS)
      const hour = Math.floor(fromUtc / HOUR_MS) % DAY_HOURS
      if (sunny?.has(hour) !== false) lateMs += nextUtc - fromUtc
    }
    return [{ area, quantity, endsAtUtc: found.endsAtUtc, minutes: Math.round(lateMs / MINUTE_MS) }]
  })
}

/** Time without polls is not a delay of the source. */
export async function noteDelays(
  { series, database, source }: Parts,
  polled: readonly Measured[],
  polledAtUtc: number,
): Promise<void> {
  if (polled.length === 0) return
  await database.query(
    `INSERT INTO actual_delay AS known (source, area, quantity, day, minutes)
     SELECT $1::text, area, quantity, $2::date, minutes
     FROM unnest($3::text[], $4::text[], $5::int[]) AS polled (area, quantity, minutes)
     ON CONFLICT (source, area, quantity, day) DO UPDATE SET minutes = excluded.minutes WHERE excluded.minutes > known.minutes`,
    [
      source,
      marketDay(polledAtUtc),
      ...columnsOf(await delaysAt(series, polled, polledAtUtc), 'area', 'quantity', 'minutes'),
    ],
  )
}

/** `sinceDay`: since when the delay is unusual. Rejects with a `DatabaseError`. */
export async function readDelays(
  { series, database, source }: Parts,
  areas: readonly MemberCode[],
  nowUtc: number,
): Promise<DataDaysAnswer['delays']> {
  const today = marketDay(nowUtc)
  const known = await database.query<{ area: MemberCode; quantity: Quantity; day: string; minutes: number }>(
    `SELECT area, quantity, day::text AS day, minutes FROM actual_delay
     WHERE source = $1::text AND area = ANY ($2::text[]) AND day BETWEEN $3::date AND $4::date ORDER BY day DESC`,
    [source, areas, addDays(today, -USUAL_DAYS), today],
  )
  const wanted = areas.map((area) => ({ area, quantities: QUANTITIES }))
  return (await delaysAt(series, wanted, nowUtc)).map(
    ({ area, quantity, endsAtUtc, minutes: nowMinutes }) => {
      const days = known.filter((row) => row.area === area && row.quantity === quantity)
      const before = days.flatMap(({ day, minutes }) => (day < today ? [minutes] : [])).sort((a, b) => a - b)
      const rank = (share: number) =>
        before.length < MIN_DAYS ? null : (before[Math.floor(share * before.length)] ?? null)
      const usualMinutes = rank(0.5)
      const isLate = (minutes: number) => usualMinutes !== null && minutes > usualMinutes + LATE_MINUTES
      const firstOnTime = days.findIndex(({ day, minutes }) => day < today && !isLate(minutes))
      const sinceDay = isLate(nowMinutes) ? (days[firstOnTime - 1]?.day ?? today) : null
      const newestUtc = new Date(endsAtUtc).toISOString()
      return { area, quantity, newestUtc, nowMinutes, usualMinutes, p90Minutes: rank(0.9), sinceDay }
    },
  )
}
