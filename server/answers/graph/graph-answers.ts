import type { Clock } from '#server/clock.ts'
import { compress, type ContentEncoding, MIN_COMPRESSED_BYTES } from '#server/http/content-encoding.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'
import { createAnswerCache } from '#server/series/answer-cache.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { bucketsOf, stampsOf } from '#server/series/calendar/time-buckets.ts'
import { createReadMeans, type MeansParts } from '#server/series/means/means.ts'
import type { Revision } from '#server/series/revision.ts'
import type { SeriesStore } from '#server/series/series.ts'
import { inTurn } from '#server/series/turns.ts'

import { readCurves } from './graph-curves.ts'
import type { GraphQuery } from './query-request.ts'
import { writeColumns, writeCurves } from './write-answer.ts'

export interface GraphAnswersParts {
  series: SeriesStore
  revision: Revision
  clock: Clock
  readRunValues?: MeansParts['readRunValues']
  /** Memory for cached answers. */
  cacheBytes?: number
  /** Is told how many queries wait. */
  onWaiting?: (count: number) => void
}

/** How an answer is laid out: by curve and stamp, as everybody gets it, or by columns. */
export type Layout = 'curves' | 'columns'

/** The bytes of an answer, and how they are encoded. */
export interface GraphAnswer {
  bytes: Buffer
  encoding: ContentEncoding | null
}

export interface GraphAnswers {
  /** The answer to a query as it is now, compressed where that is worth it and `accepted`. */
  get(query: GraphQuery, layout: Layout, accepted: ContentEncoding | null): Promise<GraphAnswer>
}

const WRITE = { curves: writeCurves, columns: writeColumns } as const
/** Thirty years of a group as our own pages ask for them, or five hundred weeks. */
const CACHE_BYTES = 32 * 1024 * 1024
/** New answers that are computed at once, and that can wait, and for how long. */
const MAX_COMPUTED_AT_ONCE = 4
const MAX_WAITING = 64
const MAX_WAIT_MS = 1000

/** What an answer depends on. For daily figures also on which day it is: yesterday is whole at midnight. */
function nameOf(query: GraphQuery, revision: number, nowUtc: number): string {
  const { category, area, frequency, span, zone, extras } = query
  const today = frequency === 'D' ? dayAt(nowUtc, zone).date : ''
  return [
    revision,
    category,
    area,
    frequency,
    span.fromUtc,
    span.toUtc,
    zone,
    today,
    extras.with,
    extras.step,
  ].join('|')
}

/** Answers from the stored series. Each is computed once per revision, however many callers ask for it. */
export function createGraphAnswers({
  series,
  revision,
  clock,
  readRunValues,
  cacheBytes,
  onWaiting = () => {},
}: GraphAnswersParts): GraphAnswers {
  const readMeans = createReadMeans({ series, clock, ...(readRunValues && { readRunValues }) })
  const cache = createAnswerCache(cacheBytes ?? CACHE_BYTES)
  const queue = createWorkQueue({
    maxRunning: MAX_COMPUTED_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    refusal: 'Too many new queries are waiting; try again in a moment.',
    onWaiting,
  })

  async function compute(query: GraphQuery, layout: Layout): Promise<Buffer> {
    const buckets = bucketsOf(query.span, query.extras.step ?? query.frequency, query.zone)
    const curves = await readCurves(readMeans, query, buckets)
    return inTurn(() => Buffer.from(WRITE[layout](curves, stampsOf(buckets))))
  }
  return {
    async get(query, layout, accepted) {
      const name = `${layout}|${nameOf(query, await revision.current(), clock())}`
      const plain = await cache.get(name, () => queue(() => compute(query, layout)))
      if (accepted === null || plain.byteLength < MIN_COMPRESSED_BYTES)
        return { bytes: plain, encoding: null }
      const bytes = await cache.get(`${name}|${accepted}`, () => compress(plain, accepted))
      return { bytes, encoding: accepted }
    },
  }
}
