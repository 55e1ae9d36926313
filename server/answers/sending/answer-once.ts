import { hash } from 'node:crypto'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

import { PRODUCT_VERSION } from '#contract/product.ts'
import { acceptedEncoding, compress, MIN_COMPRESSED_BYTES } from '#server/http/content-encoding.ts'
import type { ContentEncoding } from '#server/http/content-encoding.ts'
import { userOf } from '#server/http/signed-in.ts'
import { createWorkQueue, type WorkQueue } from '#server/http/work-queue.ts'
import type { Revision } from '#server/series/revision.ts'

import { SHARED } from './shared-answers.ts'

export interface Answer {
  bytes: Buffer
  encoding: ContentEncoding | null
}

export interface Wanted {
  /** Id of the user whose turn it takes. */
  owner: number
  kind: string
  /** All it depends on, besides kind and stored values. */
  name: string
  make: () => Promise<Buffer | object>
  /** Not compressed by default. */
  accepted?: ContentEncoding | null
}

/** Shared by all callers until stored values change. New answers queue. */
export type AnswerOnce = (wanted: Wanted) => Promise<Answer>

/** About twenty years of a group, as our pages request them. */
const CACHE_BYTES = 40 * 1024 * 1024

/** Shared by all answers with values; the limit per user keeps places for others. */
export function createAnswerQueue(onWaiting: (count: number) => void = () => {}): WorkQueue {
  return createWorkQueue({
    maxRunning: 4,
    maxRunningOfOwner: 2,
    maxWaiting: 64,
    maxWaitingOfOwner: 32,
    // Half of the deadline; the rest is for the answer itself.
    maxWaitMs: 5000,
    refusal: 'Too many new answers are waiting; try again in a moment.',
    onWaiting,
  })
}

interface AnswerOnceParts {
  revision: Revision
  queue: WorkQueue
  onMade?: () => void
}

export function createAnswerOnce({ revision, queue, onMade = () => {} }: AnswerOnceParts): AnswerOnce {
  const kept = createAnswerCache(CACHE_BYTES)
  return async ({ owner, kind, name, make, accepted = null }) => {
    const key = `${await revision.current()}|${kind}|${name}`
    const plain = await kept(key, () =>
      queue(owner, async () => {
        onMade()
        const answer = await make()
        return Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer))
      }),
    )
    if (accepted === null || plain.byteLength < MIN_COMPRESSED_BYTES) return { bytes: plain, encoding: null }
    return { bytes: await kept(`${key}|${accepted}`, () => compress(plain, accepted)), encoding: accepted }
  }
}

/** Keys contain the revision, so cached answers are never checked. Concurrent callers share one `make`. */
export function createAnswerCache(maxBytes: number) {
  const answers = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, name) => bytes.byteLength + name.length + 1,
    fetchMethod: (_name, _outdated, { context: make }) => make(),
    // Callers still wait for an answer that was evicted.
    ignoreFetchAbort: true,
  })
  return (name: string, make: () => Promise<Buffer>): Promise<Buffer> | Buffer =>
    answers.get(name) ?? answers.forceFetch(name, { context: make })
}

/** `state`: all that the answer depends on besides the release. */
export function tagOf(
  { headers }: FastifyRequest,
  state: unknown,
): { isKnown: boolean; headers: Record<string, string> } {
  const tag = `"${PRODUCT_VERSION}-${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22)}"`
  // Weak comparison (RFC 9110): a proxy may have made the tag strong.
  const known = (headers['if-none-match'] ?? '').split(',').map((sent) => sent.trim().replace(/^W\//, ''))
  return {
    isKnown: known.some((sent) => sent === tag || sent === '*'),
    headers: {
      etag: `W/${tag}`,
      'cache-control': 'private, no-cache',
      vary: 'authorization, accept-encoding, origin',
    },
  }
}

/** Depends only on its name and the stored values; 304 if the caller has it. */
export type AnswerJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Omit<Wanted, 'owner' | 'accepted'> & {
    type?: string
    /** Equal for all who may read it. */
    isShared: boolean
  },
) => Promise<FastifyReply>

export function createAnswerJson(parts: { revision: Revision; answerOnce: AnswerOnce }): AnswerJson {
  const { revision, answerOnce } = parts
  return async (request, reply, { kind, name, make, isShared, type = 'application/json' }) => {
    const { headers, isKnown } = tagOf(request, [await revision.current(), kind, name])
    if (isKnown) return reply.code(304).headers(headers).send()
    const accepted = acceptedEncoding(request.headers['accept-encoding'])
    const { bytes, encoding } = await answerOnce({ owner: userOf(request).id, kind, name, make, accepted })
    if (encoding !== null) reply.header('content-encoding', encoding)
    if (isShared) reply.headers(SHARED)
    return reply.headers(headers).type(`${type}; charset=utf-8`).send(bytes)
  }
}
