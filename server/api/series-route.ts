import { hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

import type { FastifyPluginAsync, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

import { SERIES_PATH } from '#contract/series.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { acceptsGzip } from '#server/http/content-encoding.ts'
import { dayAt } from '#server/series/local-calendar.ts'
import { createReadMeans, type MeansParts, type ReadMeans, seriesOf } from '#server/series/means.ts'
import type { Revision } from '#server/series/revision.ts'
import { DAY_MS, MINUTE_MS, type SeriesStore, type Span } from '#server/series/series.ts'
import { bucketsOf, stampsOf, type TimeBuckets } from '#server/series/time-buckets.ts'

import { createDownloadLimit } from './download-limit.ts'
import { parseSeriesRequest, type SeriesRequest } from './series-request.ts'
import { createRowWriter, type Rows, type RowWriter } from './write-rows.ts'

export interface SeriesRouteParts extends MeansParts {
  series: SeriesStore
  revision: Revision
  clock: Clock
  /** Lets keys through as well as signed-in users. */
  requireReader: preHandlerAsyncHookHandler
  /** The user of a request that `requireReader` let through. */
  userIdOf: (request: FastifyRequest) => number
}

/** What an answer depends on. It changes with every new value or run, and for daily figures at midnight. */
function tagOf(request: SeriesRequest, revision: number, nowUtc: number): string {
  const today = request.frequency === 'D' ? dayAt(nowUtc, request.zone).date : ''
  return `W/"${hash('sha256', JSON.stringify([revision, today, request]), 'base64url').slice(0, 22)}"`
}

function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((known) => known.trim() === tag || known.trim() === '*')
}

/** What is read and sent at a time: a quarter of a year, so that an answer of ten years needs no more memory than one of a season. */
const BATCH_MS = 92 * DAY_MS
const QUARTER_MS = 15 * MINUTE_MS

function bucketsIn(span: Span, { frequency, zone }: SeriesRequest): TimeBuckets {
  if (frequency !== '15min') return bucketsOf(span, frequency, zone)
  const first = Math.ceil(span.fromUtc / QUARTER_MS)
  const count = Math.ceil(span.toUtc / QUARTER_MS) - first
  if (count === 0) return { edges: [], maxMissingMs: 0 }
  return {
    edges: Array.from({ length: count + 1 }, (_, quarter) => (first + quarter) * QUARTER_MS),
    maxMissingMs: 0,
  }
}

/** Reads the answer to a request in batches, in order of time. Rejects with a `DatabaseError`. */
async function* readRows(readMeans: ReadMeans, request: SeriesRequest): AsyncGenerator<Rows, void> {
  const { area, quantity, kind, span, knownUtc } = request
  for (let fromUtc = span.fromUtc; fromUtc < span.toUtc; fromUtc += BATCH_MS) {
    const buckets = bucketsIn({ fromUtc, toUtc: Math.min(span.toUtc, fromUtc + BATCH_MS) }, request)
    const means = (await readMeans([area], quantity, kind, buckets, knownUtc)).get(area)
    if (means !== undefined && means.powerMw.length > 0)
      yield { stamps: stampsOf(buckets), powerMw: means.powerMw }
  }
}

async function* writeRows(
  writer: RowWriter,
  first: IteratorResult<Rows, void>,
  rest: AsyncGenerator<Rows, void>,
): AsyncGenerator<string | Uint8Array> {
  yield writer.head()
  for (let batch = first; batch.done !== true; batch = await rest.next()) yield writer.rows(batch.value)
  const tail = writer.tail()
  if (tail.length > 0) yield tail
}

/** `GET /api/v1/series`: one series as rows, for notebooks and programs. It is written while it is read. */
export function createSeriesRoute(parts: SeriesRouteParts): FastifyPluginAsync {
  const { series, revision, clock, requireReader, userIdOf } = parts
  const readMeans = createReadMeans(parts)
  const beginDownload = createDownloadLimit()

  async function refuseWithoutQuarters(query: SeriesRequest): Promise<void> {
    const { area, quantity, kind, frequency, span } = query
    if (frequency !== '15min') return
    if ((await series.steps(seriesOf([area], quantity, kind), span)).includes(15)) return
    throw new RequestError(
      400,
      'No quarter hours of this series are stored in this time: frequency must be H or D.',
    )
  }

  return async (server) => {
    server.get(SERIES_PATH, { preHandler: requireReader }, async (request, reply) => {
      const query = parseSeriesRequest(request.query)
      const tag = tagOf(query, await revision.current(), clock())
      const headers = {
        etag: tag,
        'cache-control': 'private, no-cache',
        vary: 'authorization, accept-encoding',
      }
      if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).headers(headers).send()
      await refuseWithoutQuarters(query)

      const endDownload = beginDownload(userIdOf(request))
      const batches = readRows(readMeans, query)
      // Before the first byte is sent, a failure still becomes an answer of its own.
      const first = await batches.next().catch((error: unknown) => {
        endDownload()
        throw error
      })
      // The deadline has passed and the caller has an answer: nobody would read the rows, and so end the download.
      if (reply.sent || reply.raw.destroyed) {
        endDownload()
        return reply
      }
      const writer = createRowWriter(query.format)
      const rows = Readable.from(writeRows(writer, first, batches), { objectMode: false })
      rows.once('close', endDownload)
      reply.headers(headers).type(writer.type)
      if (!writer.isText || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(rows)
      const gzip = createGzip()
      // A failure destroys both, and the caller sees that the answer has been cut off.
      pipeline(rows, gzip, () => undefined)
      return reply.header('content-encoding', 'gzip').send(gzip)
    })
  }
}
