import type { QueryEnvelope } from '#contract/query.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'

import { colourIndexes } from './curve-colours.ts'
import { isForecastName } from './curve-roles.ts'
import type { ChartRow, GraphCurve, GraphData } from './graph-card.ts'
import { parseStamp } from './stamp.ts'

/**
 * The rows and curves of an answer. Curves with an empty data map are left out; rows are merged across curves and sorted by
 * time. Two stamps of the same instant are one row, with the later value. Throws an `ApiError` on a stamp or value that it
 * cannot read.
 */
export function readAnswer(answer: QueryEnvelope): GraphData {
  // A curve without values keeps its number, so that it does not change the colours of the others.
  const colours = colourIndexes(Object.keys(answer))
  const present = Object.entries(answer)
    .map(([name, { data }], index) => ({ name, data, colourIndex: colours[index] ?? index }))
    .filter(({ data }) => Object.keys(data).length > 0)
  const curves = present.map(({ name, colourIndex }): GraphCurve => ({
    name,
    style: isForecastName(name) ? 'dashed' : 'solid',
    colourIndex,
  }))
  const rows = new Map<number, (number | null)[]>()
  const emptyRow = curves.map(() => null)
  // Curves mostly share their stamps in the same order. Each stamp is then read once, not once per curve.
  let previous: readonly { stamp: string; values: (number | null)[] }[] = []
  for (const [index, { data }] of present.entries()) {
    previous = Object.entries(data).map(([stamp, value], position) => {
      const before = previous[position]
      const values = before?.stamp === stamp ? before.values : findRow(rows, stamp, emptyRow)
      values[index] = readValue(value)
      return { stamp, values }
    })
  }
  return { rows: sortRows(rows), curves }
}

/** Rows by time ascending. */
export function sortRows(rows: ReadonlyMap<number, readonly (number | null)[]>): ChartRow[] {
  return Array.from(rows, ([timestamp, values]) => ({ timestamp, values })).sort(
    (one, other) => one.timestamp - other.timestamp,
  )
}

function findRow(
  rows: Map<number, (number | null)[]>,
  stamp: string,
  emptyRow: readonly null[],
): (number | null)[] {
  const timestamp = parseStamp(stamp)
  if (timestamp === null) throw new ApiError(MESSAGES.unreadable)
  const values = rows.get(timestamp) ?? [...emptyRow]
  rows.set(timestamp, values)
  return values
}

function readValue(value: unknown): number | null {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  throw new ApiError(MESSAGES.unreadable)
}
