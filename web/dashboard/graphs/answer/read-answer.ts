import type { ColumnsEnvelope, QueryEnvelope } from '#contract/query.ts'
import type { CurvesAnswer } from '#web/api/common-query.ts'
import type { ChartRow, GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { presentCurves } from './present-curves.ts'
import { readColumns } from './read-columns.ts'
import { readValue, unreadable } from './read-value.ts'
import { parseStamp } from './stamp.ts'

/** The rows and curves of an answer, in either layout. Throws an `ApiError` where it cannot be read. */
export function readAnswer(answer: CurvesAnswer): GraphData {
  return isByColumns(answer) ? readColumns(answer) : readCurves(answer)
}

/** A curve is never a list, whatever its name. */
function isByColumns(answer: CurvesAnswer): answer is ColumnsEnvelope {
  return Array.isArray(answer['timesS'])
}

/**
 * Curves with an empty data map are left out; rows are merged across curves and sorted by time. Two stamps of the same instant
 * are one row, with the later value.
 */
function readCurves(answer: QueryEnvelope): GraphData {
  const present = presentCurves(
    Object.entries(answer).map(([name, { data }]) => ({ name, data })),
    ({ data }) => Object.keys(data).length > 0,
  )
  const rows = new Map<number, (number | null)[]>()
  const emptyRow = present.map(() => null)
  // Curves mostly share their stamps in the same order. Each stamp is then read once, not once per curve.
  let previous: readonly { stamp: string; values: (number | null)[] }[] = []
  for (const [index, { from }] of present.entries()) {
    previous = Object.entries(from.data).map(([stamp, value], position) => {
      const before = previous[position]
      const values = before?.stamp === stamp ? before.values : findRow(rows, stamp, emptyRow)
      values[index] = readValue(value)
      return { stamp, values }
    })
  }
  return { rows: sortRows(rows), curves: present.map(({ curve }) => curve) }
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
  if (timestamp === null) throw unreadable()
  const values = rows.get(timestamp) ?? [...emptyRow]
  rows.set(timestamp, values)
  return values
}
