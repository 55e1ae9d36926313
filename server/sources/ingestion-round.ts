import { setImmediate as nextTurn } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'

import type { FeedReader } from './feed-reader.ts'
import { settledUntilUtc } from './ingestion-plan.ts'
import type { FeedSpan, IngestionState } from './ingestion-state.ts'
import type { Feed, Source } from './source.ts'

/** So many feeds in a row that could not be reached mean that the source is down: the rest of the round is not asked for. */
const FAILURES_OF_A_SOURCE_DOWN = 4

export interface RoundParts {
  source: Source
  state: IngestionState
  reader: FeedReader
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'warn'>
  /** Whether to go on with the round. */
  mayGoOn(next: FeedSpan): boolean
  /** Whether it is too early to ask for this again. */
  isResting(next: FeedSpan): boolean
  onRead(done: FeedSpan): void
  /** The source refuses the span itself: asking again soon is of no use. */
  onRefused(refused: FeedSpan): void
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
  const givenUp = new Set<Feed>()
  const queue = fetches[Symbol.iterator]()
  let unreachable = 0
  let isOver = false

  async function readOne(wanted: FeedSpan): Promise<void> {
    const failure = await readAndMark(wanted, parts, signal)
    if (failure?.isTransient === true) {
      givenUp.add(wanted.feed)
      unreachable += 1
      return
    }
    unreachable = 0
    if (failure === null) parts.onRead(wanted)
    else parts.onRefused(wanted)
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

  const workers = await Promise.allSettled(Array.from({ length: parts.source.maxConcurrency }, work))
  for (const worker of workers) if (worker.status === 'rejected') throw worker.reason
}

async function readAndMark(
  wanted: FeedSpan,
  { source, state, reader, clock, logger }: RoundParts,
  signal: AbortSignal,
): Promise<SourceError | null> {
  const settledUntil = settledUntilUtc(source, clock())
  const { area, kind } = wanted.feed
  try {
    const { refused } = await reader.read(wanted, signal)
    if (refused > 0) logger.warn({ source: source.name, area, kind, refused }, 'values refused')
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error
    logger.warn({ source: source.name, area, kind, reason: error.message }, 'fetch failed')
    return error
  }
  const { fromUtc, toUtc } = wanted.span
  await state.markRead(wanted.feed, { fromUtc, toUtc: Math.min(toUtc, settledUntil) })
  return null
}
