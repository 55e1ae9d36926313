import { MISSING_HUNDREDTHS, type QueryColumns, type QueryEnvelope } from '#contract/query.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'
import type { GraphCurve, GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { colourIndexes, curveAt, isForecast, meaningOf } from './curves.ts'
import { parseStamp } from './stamp.ts'

type Values = GraphCurve['values']

/** The curves of an answer by columns. Throws an `ApiError` where a column is not what its type promises. */
export function readColumns({ timesS, curves }: QueryColumns): GraphData {
  return {
    timesS,
    curves: presentCurves(
      curves.map(({ hundredthsMw, ...meaning }) => ({
        ...meaning,
        values: hundredthsMw === '' ? null : unpackColumn(hundredthsMw, timesS.length),
      })),
    ),
  }
}

/** The values of a column in MW. */
function unpackColumn(base64: string, length: number): Values {
  const bytes = new DataView(new ArrayBuffer(length * 4))
  const text = decodeBase64(base64)
  if (text.length !== bytes.byteLength) throw unreadable()
  for (let index = 0; index < text.length; index += 1) bytes.setUint8(index, text.charCodeAt(index))
  return Array.from({ length }, (_, row) => {
    const hundredths = bytes.getInt32(row * 4, true)
    return hundredths === MISSING_HUNDREDTHS ? null : hundredths / 100
  })
}

/** As text with a character per byte. */
function decodeBase64(base64: string): string {
  try {
    return atob(base64)
  } catch {
    throw unreadable()
  }
}

/**
 * The curves of an answer as specified. Curves with an empty data map are left out; the stamps of all curves are merged and sorted by time. Two stamps of the same instant
 * are one, with the later value. Throws an `ApiError` where a stamp or value is not what its type promises.
 */
export function readCurves(answer: QueryEnvelope): GraphData {
  /** By instant, in the order in which the answer first names them. */
  const positions = new Map<number, number>()
  // Curves mostly share their stamps in the same order. Each stamp is then read once, not once per curve.
  let previous: readonly { stamp: string; position: number }[] = []
  const read = Object.entries(answer).map(([name, { data }]) => {
    const entries = Object.entries(data)
    if (entries.length === 0) return { name, ...meaningOf(name), values: null }
    const values: (number | null)[] = []
    previous = entries.map(([stamp, value], index) => {
      const before = previous[index]
      const position = before?.stamp === stamp ? before.position : findPosition(positions, stamp)
      values[position] = readValue(value)
      return { stamp, position }
    })
    return { name, ...meaningOf(name), values }
  })
  const sorted = [...positions].toSorted(([one], [other]) => one - other)
  const order = sorted.map(([, position]) => position)
  return {
    timesS: sorted.map(([instantMs]) => instantMs / 1000),
    curves: presentCurves(read).map((curve) =>
      curveAt(
        curve,
        order.map((position) => (position in curve.values ? position : undefined)),
      ),
    ),
  }
}

function findPosition(positions: Map<number, number>, stamp: string): number {
  const instantMs = parseStamp(stamp)
  if (instantMs === null) throw unreadable()
  const position = positions.get(instantMs) ?? positions.size
  positions.set(instantMs, position)
  return position
}

/** The curves that have values. One without keeps its number, so that it does not change the colours of the others. */
function presentCurves(
  read: readonly (Pick<GraphCurve, 'name' | 'kind' | 'area' | 'without'> & { values: Values | null })[],
): GraphCurve[] {
  const colours = colourIndexes(read.map(({ kind }) => kind))
  return read.flatMap(({ values, ...meaning }, index) => {
    if (values === null) return []
    const style = isForecast(meaning) ? 'dashed' : 'solid'
    const colourIndex = colours[index] ?? index
    return [{ ...meaning, ownName: meaning.name, isEarlier: false, style, colourIndex, values }]
  })
}

/** A value of the specified layout. */
function readValue(value: unknown): number | null {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  throw unreadable()
}

/** Says that an answer is not what its type promises. */
function unreadable(): ApiError {
  return new ApiError(MESSAGES.unreadable)
}
