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

/** What an answer depends on. For daily figures also on which day it is: yesterday is whole at midnight. */
function nameOf(query: GraphQuery, layout: Layout, nowUtc: number): string {
  const { category, area, frequency, span, zone, extras } = query
  const today = frequency === 'D' ? dayAt(nowUtc, zone).date : ''
  const { fromUtc, toUtc } = span
  const asked = [layout, category, area, frequency, fromUtc, toUtc, zone, today]
  return [...asked, extras.with, extras.step, extras.as_of].join('|')
}

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
    const { area, span, extras, frequency, zone } = query
    const areaDays = (membersOf(area).length * (span.toUtc - span.fromUtc)) / DAY_MS
    return answerOnce({
      work: { owner: userId, kind: 'graph', roughMs: ROUGH_MS + ROUGH_MS_OF_AREA_DAY * areaDays },
      name: nameOf(query, layout, parts.clock()),
      accepted,
      async make() {
        const buckets = bucketsOf(span, extras.step ?? frequency, zone)
        const curves = await readCurves(readMeans, query, buckets)
        return inTurn(() => Buffer.from(WRITE[layout](curves, stampsOf(buckets))))
      },
    })
  }
}
