import type { ColumnsEnvelope, QueryEnvelope } from '#contract/query.ts'
import type { CurvesAnswer } from '#web/api/common-query.ts'
import type { GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { presentCurves } from './present-curves.ts'
import { readColumns } from './read-columns.ts'
import { readValue, unreadable } from './read-value.ts'
import { parseStamp } from './stamp.ts'
import { valuesAt } from './values-at.ts'

/** The curves of an answer, in either layout. Throws an `ApiError` where it cannot be read. */
export function readAnswer(answer: CurvesAnswer): GraphData {
  return isByColumns(answer) ? readColumns(answer) : readCurves(answer)
}

/** A curve is never a list, whatever its name. */
function isByColumns(answer: CurvesAnswer): answer is ColumnsEnvelope {
  return Array.isArray(answer['timesS'])
}

/**
 * Curves with an empty data map are left out; the stamps of all curves are merged and sorted by time. Two stamps of the same instant
 * are one, with the later value.
 */
function readCurves(answer: QueryEnvelope): GraphData {
  const present = presentCurves(
    Object.entries(answer).map(([name, { data }]) => ({ name, data })),
    ({ data }) => Object.keys(data).length > 0,
  )
  /** By instant, in the order in which the answer first names them. */
  const positions = new Map<number, number>()
  // Curves mostly share their stamps in the same order. Each stamp is then read once, not once per curve.
  let previous: readonly { stamp: string; position: number }[] = []
  const columns = present.map(({ curve, from: { data } }) => {
    const values: (number | null)[] = []
    previous = Object.entries(data).map(([stamp, value], index) => {
      const before = previous[index]
      const position = before?.stamp === stamp ? before.position : findPosition(positions, stamp)
      values[position] = readValue(value)
      return { stamp, position }
    })
    return { curve, values }
  })
  const sorted = [...positions].toSorted(([one], [other]) => one - other)
  const order = sorted.map(([, position]) => position)
  return {
    timesS: sorted.map(([instantMs]) => instantMs / 1000),
    curves: columns.map(({ curve, values }) => ({ ...curve, values: valuesAt(values, order) })),
  }
}

function findPosition(positions: Map<number, number>, stamp: string): number {
  const instantMs = parseStamp(stamp)
  if (instantMs === null) throw unreadable()
  const position = positions.get(instantMs) ?? positions.size
  positions.set(instantMs, position)
  return position
}
