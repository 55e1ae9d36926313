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
  /** Everything that the rows depend on besides the revision of stored values. */
  dependsOn: unknown
  /** The rows in batches, in order of time. An error before the first batch becomes an answer of its own. */
  read: () => AsyncGenerator<Rows, void>
  /** Why there are no rows, where there are none: a sentence. */
  reason: string
  /** The basis of the values of each area, a line of ASCII; is called after the first batch. */
  basis?: () => readonly string[]
  /** True if a text begins with the basis. */
  isHeaded?: boolean
}

export type AnswerRows = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
) => Promise<FastifyReply>

/** A slow reader keeps its download open for long, so one user must not hold many. */
const MAX_PER_USER = 4

/** Sends rows while they are read, each batch when its turn comes: 304 where the caller has them already, compressed where that helps. */
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
    // Before the first byte is sent, a failure still becomes an answer of its own.
    const first = await queue(owner, () => batches.next()).catch((error: unknown) => {
      endDownload()
      throw error
    })
    // The deadline has passed and the caller has an answer: nobody would read the rows, and so end the download.
    if (reply.sent || reply.raw.destroyed) {
      endDownload()
      return reply
    }
    // Batch by batch, so that a slow reader takes no time from others.
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
    // A failure destroys both, and the caller sees that the answer has been cut off.
    pipeline(rows, gzip, () => undefined)
    return reply.header('content-encoding', 'gzip').send(gzip)
  }
}
