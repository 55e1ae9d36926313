import { readCopiedRows } from '#server/database/copied-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Month } from '#server/series/calendar/month.ts'
import { DAY_MS, filesOf } from '#server/series/series.ts'

import { type Chunk, STEPS_FROM_COARSE } from './read-chunks.ts'

/** The chunks of series in the months from the first one given to the last, by the number of the series; all, or without those from files. */
export async function copyChunks(
  database: Database,
  seriesIds: readonly number[],
  months: readonly Month[],
  withoutFiles: boolean,
): Promise<Map<number, Chunk[]>> {
  const chunks = new Map<number, Chunk[]>(seriesIds.map((id) => [id, []]))
  const [first, last] = [months[0], months.at(-1)]
  if (seriesIds.length === 0 || first === undefined || last === undefined) return chunks
  const copied = await database.copyOut(
    `SELECT series_id, step_minutes, month - DATE '1970-01-01', power_mw FROM chunk
     WHERE series_id IN (${seriesIds.join()}) AND month BETWEEN '${first.firstDay}' AND '${last.firstDay}'
       ${withoutFiles ? `AND source NOT LIKE '${filesOf('%')}'` : ''}`,
  )
  for (const row of readCopiedRows(copied)) {
    const { seriesId, ...chunk } = toChunk(row)
    chunks.get(seriesId)?.push(chunk)
  }
  return chunks
}

/** The fields of a row in the order of the SELECT: `int`, `smallint`, `int` and `bytea`. */
function toChunk([id, step, day, bytes]: readonly Buffer[]): Chunk & { seriesId: number } {
  const stepMinutes = STEPS_FROM_COARSE.find((minutes) => minutes === step?.readInt16BE())
  if (id === undefined || stepMinutes === undefined || day === undefined || bytes === undefined)
    throw new Error('A copied row is not a chunk')
  return {
    seriesId: id.readInt32BE(),
    monthFromUtc: day.readInt32BE() * DAY_MS,
    stepMinutes,
    bytes,
  }
}
