import type { ColumnsEnvelope } from '#contract/query.ts'
import type { GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { presentCurves } from './present-curves.ts'
import { readValue, unreadable } from './read-value.ts'

/** The rows and curves of an answer by columns. Throws an `ApiError` where it is not what its type promises. */
export function readColumns({ timesS, curves }: ColumnsEnvelope): GraphData {
  const present = presentCurves(curves, ({ values }) => values.length > 0)
  const columns = present.map(({ from: { values } }) => values)
  if (!areAscending(timesS) || columns.some(({ length }) => length !== timesS.length)) throw unreadable()
  if (new Set(curves.map(({ name }) => name)).size < curves.length) throw unreadable()
  return {
    curves: present.map(({ curve }) => curve),
    rows: timesS.map((timeS, row) => ({
      timestamp: timeS * 1000,
      values: columns.map((values) => readValue(values[row] ?? null)),
    })),
  }
}

function areAscending(timesS: readonly unknown[]): timesS is readonly number[] {
  let before = -Infinity
  for (const timeS of timesS) {
    if (typeof timeS !== 'number' || timeS <= before) return false
    before = timeS
  }
  return true
}
