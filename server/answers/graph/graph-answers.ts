import { membersOf } from '#contract/areas.ts'
import type { Answer, AnswerOnce } from '#server/answers/answer-once.ts'
import type { ContentEncoding } from '#server/http/content-encoding.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { bucketsOf, stampsOf } from '#server/series/calendar/time-buckets.ts'
import { createReadMeans, type MeansParts } from '#server/series/means/means.ts'
import { DAY_MS } from '#server/series/series.ts'
import { inTurn } from '#server/series/turns.ts'

import { readCurves } from './graph-curves.ts'
import type { GraphQuery } from './query-request.ts'
import { writeColumns, writeCurves } from './write-answer.ts'

export interface GraphAnswersParts extends MeansParts {
  answerOnce: AnswerOnce
}

/** How an answer is laid out: by curve and stamp, as everybody gets it, or by columns. */
export type Layout = 'curves' | 'columns'

const WRITE = { curves: writeCurves, columns: writeColumns } as const
/** A week of one area takes some milliseconds, a year of the largest group half a second. */
const ROUGH_MS = 5
const ROUGH_MS_OF_AREA_DAY = 0.1

/** Answers from the stored series. */
export function createGraphAnswers({ answerOnce, ...parts }: GraphAnswersParts) {
  const readMeans = createReadMeans(parts)

  /** The answer to a query as it is now, compressed where that is worth it and `accepted`. */
  return (
    query: GraphQuery,
    layout: Layout,
    accepted: ContentEncoding | null,
    userId: number,
  ): Promise<Answer> => {
    const { area, span, step, zone } = query
    const areaDays = (membersOf(area).length * (span.toUtc - span.fromUtc)) / DAY_MS
    // Daily figures depend on which day it is: yesterday is whole at midnight.
    const today = step === 'D' ? dayAt(parts.clock(), zone).date : ''
    return answerOnce({
      work: { owner: userId, kind: 'graph', roughMs: ROUGH_MS + ROUGH_MS_OF_AREA_DAY * areaDays },
      name: JSON.stringify([layout, query, today]),
      accepted,
      async make() {
        const buckets = bucketsOf(span, step, zone)
        const curves = await readCurves(readMeans, query, buckets)
        return inTurn(() => Buffer.from(WRITE[layout](curves, stampsOf(buckets))))
      },
    })
  }
}
