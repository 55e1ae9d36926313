import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'

import type { FeedReader, ReadResult } from './feed-reader.ts'
import { settledUntilUtc } from './plan.ts'
import type { FeedSpan, IngestionState } from './state.ts'
import type { Feed, Source } from '#server/sources/source.ts'

/** So many feeds in a row that could not be reached mean that the source is down: the rest of the round is not asked for. */
const FAILURES_OF_A_SOURCE_DOWN = 4

export interface RoundParts {
  source: Source
  state: IngestionState
  reader: FeedReader
  clock: Clock
  /** Whether to go on with the round. */
  mayGoOn(next: FeedSpan): boolean
  /** Whether it is too early to ask for this again. */
  isResting(next: FeedSpan): boolean
  onRead(done: FeedSpan, result: ReadResult): void
  onFailed(failed: FeedSpan, error: SourceError): void
}

/**
 * Reads spans of feeds in their order, as many at once as the source allows. A feed that cannot be reached is given up for this
 * round, the others go on. Rejects where the database is away, and when aborted.
 */
export async function readRound(
  fetches: Iterable<FeedSpan>,
  parts: RoundParts,
  signal: AbortSignal,
): Promise<void> {
  const { source, state, reader, clock } = parts
  const givenUp = new Set<Feed>()
  const queue = fetches[Symbol.iterator]()
  let unreachable = 0
  let isOver = false

  async function readOne(wanted: FeedSpan): Promise<void> {
    const settledUntil = settledUntilUtc(source, clock())
    const result = await reader.read(wanted, signal).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof SourceError)) throw error
      return error
    })
    if (result instanceof SourceError) {
      if (result.isTransient) givenUp.add(wanted.feed)
      unreachable = result.isTransient ? unreachable + 1 : 0
      parts.onFailed(wanted, result)
      return
    }
    unreachable = 0
    const { fromUtc, toUtc } = wanted.span
    await state.markRead(wanted.feed, { fromUtc, toUtc: Math.min(toUtc, settledUntil) })
    parts.onRead(wanted, result)
  }

  async function work(): Promise<void> {
    for (;;) {
      const { value: wanted, done } = queue.next()
      if (done === true || isOver || unreachable >= FAILURES_OF_A_SOURCE_DOWN) return
      if (!parts.mayGoOn(wanted)) return
      if (givenUp.has(wanted.feed) || parts.isResting(wanted)) continue
      try {
        signal.throwIfAborted()
        await readOne(wanted)
      } catch (error) {
        isOver = true
        throw error
      }
      // Lets requests in between, even where source and database answer at once.
      await nextTurn()
    }
  }

  const workers = await Promise.allSettled(Array.from({ length: source.maxConcurrency }, work))
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
}
