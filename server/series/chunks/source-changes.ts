import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { marketDay } from '#contract/zone-time.ts'
import { columnsOf, utcOf } from '#server/database/columns.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { monthOf } from '#server/series/calendar/month.ts'
import { DAY_MS, filesOf, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'
import type { Provenance, SeriesKey, Span, StoredQuantity } from '#server/series/series.ts'

import { decodeChunk } from './chunk-codec.ts'
import type { ChangedChunk } from './patches.ts'
import type { Chunk } from './read-chunks.ts'

/** Reads the names of the sources whose values are stored in the months of a span, by area. Rejects with a `DatabaseError`. */
export async function readSources(
  connection: Queryable,
  areas: readonly MemberCode[],
  { fromUtc, toUtc }: Span,
): Promise<{ area: MemberCode; source: string }[]> {
  return connection.query(
    `SELECT DISTINCT area, source FROM chunk JOIN series ON series.id = series_id
     WHERE area = ANY ($1::text[]) AND kind IN ('actual', 'tso') AND month BETWEEN $2::date AND $3::date
     ORDER BY area, source`,
    [areas, monthOf(fromUtc).firstDay, monthOf(toUtc - 1).firstDay],
  )
}

/** Reads the market days on which values of a series begin to come from another source; its files count as the source. Rejects with a `DatabaseError`. */
export async function readSourceChanges(
  connection: Queryable,
  areas: readonly MemberCode[],
  fromDay: string,
  toDay: string,
): Promise<(SeriesKey & { day: string })[]> {
  const months = await connection.query<Chunk & SeriesKey & { source: string }>(
    `WITH months AS (
       SELECT area, quantity, kind, step_minutes, power_mw, month, replace(source, $4::text, '') AS source
       FROM chunk JOIN series ON series.id = series_id
       WHERE area = ANY ($3::text[]) AND kind IN ('actual', 'tso')
         AND month BETWEEN date_trunc('month', $1::date - 1) AND $2::date
     ), mixed AS (
       SELECT area, quantity, kind FROM months GROUP BY area, quantity, kind HAVING count(DISTINCT source) > 1
     )
     SELECT area, quantity, kind, ${utcOf('month')} AS "monthFromUtc", step_minutes AS "stepMinutes", source, power_mw AS bytes
     FROM months JOIN mixed USING (area, quantity, kind)`,
    [fromDay, toDay, areas, filesOf('')],
  )
  const series = new Map<string, { key: SeriesKey; sourceOf: Map<number, string> }>()
  for (const { area, quantity, kind, monthFromUtc, stepMinutes, source, bytes } of months) {
    const name = `${area} ${quantity} ${kind}`
    const { sourceOf } = series.get(name) ?? { sourceOf: new Map<number, string>() }
    series.set(name, { key: { area, quantity, kind }, sourceOf })
    for (const [slot, value] of decodeChunk(bytes).entries())
      if (!Number.isNaN(value))
        sourceOf.set(Math.floor((monthFromUtc + slot * stepMinutes * MINUTE_MS) / HOUR_MS), source)
  }
  return [...series.values()].flatMap(({ key, sourceOf }) => {
    const hours = [...sourceOf.keys()].toSorted((a, b) => a - b)
    const changed = hours.filter((hour, index) => {
      const before = hours[index - 1]
      return before !== undefined && sourceOf.get(before) !== sourceOf.get(hour)
    })
    const days = new Set(changed.map((hour) => marketDay(hour * HOUR_MS)))
    return [...days].filter((day) => day >= fromDay && day <= toDay).map((day) => ({ ...key, day }))
  })
}

/** Until then a day's values are preliminary, and changes of them are not worth naming. */
const PRELIMINARY_MS = DAY_MS

/** Remembers the days of actual values that their own source changed or withdrew more than a day later. */
export async function noteRevisions(
  connection: Transaction,
  months: readonly ChangedChunk[],
  { source, fetchedAtUtc }: Provenance,
): Promise<void> {
  const revised = months
    .filter((month) => month.key.kind === 'actual' && month.source === source)
    .flatMap((month) =>
      revisedDays(month, fetchedAtUtc - PRELIMINARY_MS).map((day) => ({ seriesId: month.seriesId, day })),
    )
  if (revised.length === 0) return
  await connection.query(
    `INSERT INTO revised_day (series_id, day) SELECT * FROM unnest($1::int[], $2::date[])
     ON CONFLICT DO NOTHING`,
    columnsOf(revised, 'seriesId', 'day'),
  )
}

function revisedDays({ before, powerMw, firstDay, stepMinutes }: ChangedChunk, finalUtc: number): string[] {
  const days: string[] = []
  const monthUtc = Date.parse(firstDay)
  let nextDayUtc = 0
  for (const [slot, value] of before.entries()) {
    if (Number.isNaN(value) || value === powerMw[slot]) continue
    const utc = monthUtc + slot * stepMinutes * MINUTE_MS
    if (utc < nextDayUtc) continue
    const { date, toUtc } = dayAt(utc, MARKET_ZONE)
    nextDayUtc = toUtc
    if (toUtc <= finalUtc) days.push(date)
  }
  return days
}

/** Reads the quantities and days of some areas whose actual values were revised. Rejects with a `DatabaseError`. */
export function readRevisedDays(
  connection: Queryable,
  areas: readonly MemberCode[],
  fromDay: string,
  toDay: string,
): Promise<{ area: MemberCode; quantity: StoredQuantity; day: string }[]> {
  return connection.query(
    `SELECT area, quantity, day::text AS day FROM revised_day JOIN series ON series.id = series_id
     WHERE day BETWEEN $1::date AND $2::date AND area = ANY ($3::text[])`,
    [fromDay, toDay, areas],
  )
}
