import { z } from 'zod'

import {
  MISSING_HUNDREDTHS,
  type QueryAnswer,
  QueryAnswerSchema,
  type QueryColumns,
  QueryColumnsSchema,
} from '#contract/query.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'
import type { GraphCurve, GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { atAllStamps, colourIndexes, isForecast, meaningOf, positionsOf } from './curves.ts'
import { parseStamp } from './stamp.ts'

type Values = GraphCurve['values']

/** The curves of an answer by columns. Throws an `ApiError` where a column is not what its type promises. */
export function readColumns({ timesS, curves }: QueryColumns): GraphData {
  const read = curves.map(({ hundredthsMw, ...meaning }) => ({
    ...meaning,
    values: hundredthsMw === '' ? [] : unpackColumn(hundredthsMw, timesS.length),
  }))
  return { timesS, curves: withColours(read).filter(({ values }) => values.length > 0) }
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
 * are one, with the later value. Throws an `ApiError` where a stamp cannot be read.
 */
export function readCurves(answer: QueryAnswer): GraphData {
  // Curves mostly share their stamps. Each is then read once, not once per curve.
  const known = new Map<string, number>()
  const timeOf = (stamp: string) => {
    const timeS = known.get(stamp) ?? (parseStamp(stamp) ?? NaN) / 1000
    if (Number.isNaN(timeS)) throw unreadable()
    known.set(stamp, timeS)
    return timeS
  }
  const curves = withColours(
    Object.entries(answer).map(([name, { data }]) => ({
      name,
      ...meaningOf(name),
      values: Object.values(data),
    })),
  )
  const stamped = Object.values(answer).map(({ data }, index) => ({
    positions: positionsOf(Object.keys(data).map(timeOf)),
    curves: curves.slice(index, index + 1),
  }))
  return atAllStamps(stamped.filter(({ positions }) => positions.size > 0))
}

/** One without values keeps its number, so that it does not change the colours of the others. */
function withColours(
  read: readonly Pick<GraphCurve, 'name' | 'kind' | 'area' | 'without' | 'values'>[],
): GraphCurve[] {
  const colours = colourIndexes(read.map(({ kind }) => kind))
  return read.map((curve, index) => ({
    ...curve,
    ownName: curve.name,
    isEarlier: false,
    style: isForecast(curve) ? 'dashed' : 'solid',
    colourIndex: colours[index] ?? index,
  }))
}

/** Our own server answers by columns, which take a tenth of the time to read. Any other backend answers as it always does. */
export const AnswerSchema = z.union([
  QueryColumnsSchema.transform(readColumns),
  QueryAnswerSchema.transform(readCurves),
])

/** Says that an answer is not what its type promises. */
function unreadable(): ApiError {
  return new ApiError(MESSAGES.unreadable)
}
