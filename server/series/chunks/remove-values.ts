import type { Transaction } from '#server/database/database.ts'
import { monthsOf } from '#server/series/calendar/month.ts'
import { MINUTE_MS, type Provenance, type SeriesKey, type Span } from '#server/series/series.ts'

import type { IdOf } from './series-ids.ts'
import { monthName, readStored, storeChunks, type ChangedChunk } from './write-chunks.ts'

/** Removes what a source has stored in spans of locked series, at every step, and returns how many slots are empty now. */
export async function removeValues(
  connection: Transaction,
  spans: readonly (SeriesKey & Span)[],
  idOf: IdOf,
  provenance: Provenance,
): Promise<number> {
  const months = spans.flatMap(({ fromUtc, toUtc, ...key }) =>
    monthsOf({ fromUtc, toUtc }).map((month) => ({
      ...month,
      key,
      seriesId: idOf(key),
      withdrawn: { fromUtc, toUtc },
    })),
  )
  const stored = await readStored(connection, months)
  const changed = new Map<Float32Array, ChangedChunk>()
  let changedSlots = 0
  for (const { key, seriesId, firstDay, fromUtc, withdrawn } of months)
    for (const { source, fetchedAtUtc, stepMinutes, powerMw } of stored.get(monthName(seriesId, firstDay)) ??
      []) {
      if (source !== provenance.source) continue
      const stepMs = stepMinutes * MINUTE_MS
      const first = Math.max(0, Math.floor((withdrawn.fromUtc - fromUtc) / stepMs))
      const end = Math.min(powerMw.length, Math.ceil((withdrawn.toUtc - fromUtc) / stepMs))
      const before = changed.get(powerMw)?.before ?? powerMw.slice()
      for (let slot = first; slot < end; slot += 1) {
        if (Number.isNaN(powerMw[slot])) continue
        powerMw[slot] = Number.NaN
        changedSlots += 1
        changed.set(powerMw, { key, seriesId, firstDay, source, fetchedAtUtc, stepMinutes, powerMw, before })
      }
    }
  await storeChunks(connection, [...changed.values()], provenance)
  return changedSlots
}
