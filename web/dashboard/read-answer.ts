import type { QueryAnswer } from '#contract/query.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'

import type { ChartRow, GraphCurve, GraphData } from './graph-card.ts'
import { parseStamp } from './stamp.ts'

const PALETTE_SIZE = 9
const FORECAST_NAME = /forecast/i

/**
 * The rows and curves of an answer: curves with an empty data map are left out, rows are merged across curves and sorted by
 * time, two stamps of one instant are one row (the later value holds). Throws an `ApiError` on a stamp or value that it does
 * not know.
 */
export function readAnswer(answer: QueryAnswer): GraphData {
  const named = Object.entries(answer).filter(([, { data }]) => Object.keys(data).length > 0)
  const curves = named.map(([name], index): GraphCurve => ({
    name,
    style: FORECAST_NAME.test(name) ? 'dashed' : 'solid',
    colourIndex: index % PALETTE_SIZE,
  }))
  const instants = new Map<string, number>()
  const rows = new Map<number, (number | null)[]>()
  for (const [index, [, { data }]] of named.entries()) {
    for (const [stamp, value] of Object.entries(data)) {
      const timestamp = instants.get(stamp) ?? readStamp(stamp)
      instants.set(stamp, timestamp)
      let values = rows.get(timestamp)
      if (values === undefined) {
        values = Array.from<number | null>({ length: curves.length }).fill(null)
        rows.set(timestamp, values)
      }
      values[index] = readValue(value)
    }
  }
  return { rows: sortRows(rows), curves }
}

/** Rows by time ascending. */
export function sortRows(rows: ReadonlyMap<number, readonly (number | null)[]>): ChartRow[] {
  return Array.from(rows, ([timestamp, values]) => ({ timestamp, values })).sort(
    (one, other) => one.timestamp - other.timestamp,
  )
}

function readStamp(stamp: string): number {
  const timestamp = parseStamp(stamp)
  if (timestamp === null) throw new ApiError(MESSAGES.unreadable)
  return timestamp
}

function readValue(value: unknown): number | null {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  throw new ApiError(MESSAGES.unreadable)
}
