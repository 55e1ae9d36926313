import type { ColumnsEnvelope } from '#contract/query.ts'
import type { GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { presentCurves } from './present-curves.ts'
import { readValue, unreadable } from './read-value.ts'

/** The curves of an answer by columns. Throws an `ApiError` where it is not what its type promises. */
export function readColumns({ timesS, curves }: ColumnsEnvelope): GraphData {
  if (!areAscending(timesS)) throw unreadable()
  if (new Set(curves.map(({ name }) => name)).size < curves.length) throw unreadable()
  const present = presentCurves(curves, ({ values }) => values.length > 0)
  return {
    timesS,
    curves: present.map(({ curve, from: { values } }) => {
      if (values.length !== timesS.length) throw unreadable()
      return { ...curve, values: values.map(readValue) }
    }),
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
