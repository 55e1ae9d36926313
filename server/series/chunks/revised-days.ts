import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import { columnsOf } from '#server/database/columns.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Provenance, StoredQuantity } from '#server/series/series.ts'

import type { ChangedChunk } from './patches.ts'

/** Changes to younger values are not worth naming. */
const PRELIMINARY_MS = DAY_MS

/** Notes only changes by the values' own source, more than a day later. */
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
  for (let slot = 0; slot < before.length; slot += 1) {
    if (Number.isNaN(before[slot]) || before[slot] === powerMw[slot]) continue
    const utc = monthUtc + slot * stepMinutes * MINUTE_MS
    if (utc < nextDayUtc) continue
    const { date, toUtc } = dayAt(utc, MARKET_ZONE)
    nextDayUtc = toUtc
    if (toUtc <= finalUtc) days.push(date)
  }
  return days
}

/** Rejects with a `DatabaseError`. */
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
