import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { BASIS_HEADER, REASON_HEADER, type SeriesQuery } from '#contract/series.ts'
import { acceptsGzip } from '#server/http/content-encoding.ts'
import { userOf } from '#server/http/signed-in.ts'
import { createUnderWay } from '#server/http/under-way.ts'
import type { WorkQueue } from '#server/http/work-queue.ts'
import type { Revision } from '#server/series/revision.ts'

import { tagOf } from './answer-once.ts'
import { type Columns, FORMATS, type Rows } from './write-rows.ts'

export interface AnswerRowsParts {
  revision: Revision
  queue: WorkQueue
}

interface Answer {
  format: SeriesQuery['format']
  columns: Columns
  /** Besides the revision of stored values. */
  dependsOn: unknown
  /** In order of time. An error before the first batch is answered properly. */
  read: () => AsyncGenerator<Rows, void>
  /** Why there are no rows, in a sentence. */
  reason: string
  /** One line of ASCII by area; called after the first batch. */
  basis?: () => readonly string[]
  isHeaded?: boolean
}

export type AnswerRows = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
) => Promise<FastifyReply>

/** A slow reader holds its download open for long. */
const MAX_PER_USER = 4

/** Each batch takes its turn of the queue; 304 if the caller has the rows. */
export function createAnswerRows({ revision, queue }: AnswerRowsParts): AnswerRows {
  const beginDownload = createUnderWay(
    MAX_PER_USER,
    `You have ${MAX_PER_USER} downloads under way; wait until one of them has ended.`,
  )

  return async (request, reply, { format, columns, dependsOn, read, reason, basis, isHeaded }) => {
    const { headers, isKnown } = tagOf(request, [await revision.current(), format, dependsOn])
    if (isKnown) return reply.code(304).headers(headers).send()

    const owner = userOf(request).id
    const endDownload = beginDownload(owner)
    const batches = read()
    // Until the first byte, a failure gets a proper answer.
    const first = await queue(owner, () => batches.next()).catch((error: unknown) => {
      endDownload()
      throw error
    })
    // After the deadline the rows would never be read and the download never end.
    if (reply.sent || reply.raw.destroyed) {
      endDownload()
      return reply
    }
    // A slow reader must not block others.
    async function* inTurns() {
      for (let batch = first; batch.done !== true; batch = await queue(owner, () => batches.next(), true))
        yield batch.value
    }
    const { type, isText, write } = FORMATS[format]
    const about = basis?.() ?? []
    const rows = Readable.from(write(columns, inTurns(), about, isHeaded), { objectMode: false })
    rows.once('close', endDownload)
    reply.headers(headers).type(type)
    if (about.length > 0) reply.header(BASIS_HEADER, about.join(' | '))
    if (first.done === true) reply.header(REASON_HEADER, reason)
    if (!isText || !acceptsGzip(request.headers['accept-encoding'])) return reply.send(rows)
    const gzip = createGzip()
    // The caller sees a cut-off answer.
    pipeline(rows, gzip, () => undefined)
    return reply.header('content-encoding', 'gzip').send(gzip)
  }
}
