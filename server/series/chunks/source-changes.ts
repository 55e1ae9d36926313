import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { marketDay } from '#contract/zone-time.ts'
import { monthOf } from '#server/calendar/month.ts'
import { utcOf } from '#server/database/columns.ts'
import type { Queryable } from '#server/database/database.ts'
import { filesOf, type SeriesKey } from '#server/series/series.ts'

import { decodeChunk } from './chunk-codec.ts'
import type { Chunk } from './read-chunks.ts'

/** Sources of the months that the span touches. Rejects with a `DatabaseError`. */
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

/** Market days on which a series changes to another source; files of a source count as the source. Rejects with a `DatabaseError`. */
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
