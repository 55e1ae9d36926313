import { LRUCache } from 'lru-cache'

import { compress, type ContentEncoding, MIN_COMPRESSED_BYTES } from '#server/http/content-encoding.ts'
import { createWorkQueue, type WorkQueue } from '#server/http/work-queue.ts'
import type { Revision } from '#server/series/revision.ts'

export interface Answer {
  bytes: Buffer
  encoding: ContentEncoding | null
}

export interface Wanted {
  /** The id of the user whose turn it takes. */
  owner: number
  kind: string
  /** Everything the answer depends on besides its kind and the stored values. */
  name: string
  make: () => Promise<Buffer | object>
  /** How it is compressed where that is worth it; not at all by default. */
  accepted?: ContentEncoding | null
}

/** Makes an answer once while what is stored stays the same, however many callers ask for it. A new one waits for its turn. */
export type AnswerOnce = (wanted: Wanted) => Promise<Answer>

/** Thirty years of a group as our own pages ask for them, or five hundred weeks. */
const CACHE_BYTES = 40 * 1024 * 1024

/** The one queue of all answers with values. A user runs two at a time, so that long ones leave places to others. */
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

export function createAnswerOnce({ revision, queue }: { revision: Revision; queue: WorkQueue }): AnswerOnce {
  const kept = createAnswerCache(CACHE_BYTES)
  return async ({ owner, kind, name, make, accepted = null }) => {
    const key = `${await revision.current()}|${kind}|${name}`
    const plain = await kept(key, () =>
      queue(owner, async () => {
        const answer = await make()
        return Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer))
      }),
    )
    if (accepted === null || plain.byteLength < MIN_COMPRESSED_BYTES) return { bytes: plain, encoding: null }
    return {
      bytes: await kept(`${key}|${accepted}`, () => compress(plain, accepted)),
      encoding: accepted,
    }
  }
}

/** Keeps answers by name while there is room; all who ask for one wait for the same. A name must hold the revision: no answer is checked again. */
export function createAnswerCache(maxBytes: number) {
  const answers = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (bytes, name) => bytes.byteLength + name.length + 1,
    fetchMethod: (_name, _outdated, { context: make }) => make(),
    // An answer that was dropped in the meantime is still right for those who wait.
    ignoreFetchAbort: true,
  })
  return (name: string, make: () => Promise<Buffer>): Promise<Buffer> | Buffer =>
    answers.get(name) ?? answers.forceFetch(name, { context: make })
}
