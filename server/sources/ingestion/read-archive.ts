import { setImmediate as nextTurn } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { HOUR_MS, type Span, within } from '#contract/time.ts'
import { monthsOf } from '#server/calendar/month.ts'
import { SourceError } from '#server/errors.ts'
import type { ReadState } from '#server/sources/read-state.ts'
import type { Archive, ArchivedValues, Feed, FeedSpan } from '#server/sources/source.ts'

import { cutAt } from './plan.ts'
import { holesOf, logFaults, storeArchived, type StoreValuesParts } from './store-values.ts'

/** After this, files also bridge the last days. */
const LONG_OUTAGE_MS = 2 * HOUR_MS
/** In a row, until the archive rests. */
const FAILURES_OF_AN_ARCHIVE = 2
const REST_MS = HOUR_MS
/** A refused password stays refused for some time. */
const REST_AFTER_REFUSAL_MS = 12 * HOUR_MS

export interface ArchiveReaderParts extends StoreValuesParts {
  state: ReadState<Feed>
  logger: Pick<FastifyBaseLogger, 'warn'>
}

/** Reads the missing past, and the last days during a long outage. Yields after each file. Rejects with a `DatabaseError` or when aborted. */
export function createArchiveReader(archive: Archive, parts: ArchiveReaderParts) {
  const { source, state, clock, logger, metrics } = parts
  let restsUntilUtc = 0

  async function readFile({ month, spans }: WantedFile, oldUntilUtc: number, signal: AbortSignal) {
    const feeds = [...new Set(spans.map(({ feed }) => feed))]
    const [old] = cutAt(spans, oldUntilUtc)
    const readAtUtc = clock()
    metrics.fetches.inc({ source: source.name, kind: feeds[0]?.kind ?? '' })
    const values = await archive.read(feeds, month, signal)
    if (values === null) return []
    const read = new Map<Feed, ArchivedValues>()
    for (const one of values) {
      await storeArchived(one, parts, signal)
      logFaults(logger, one.feed, one.faults)
      read.set(one.feed, one)
      await nextTurn()
    }
    // The source itself is asked for hours that a file lacks.
    const unreadOf = ({ feed, span }: FeedSpan) => {
      const values = read.get(feed)
      return values === undefined ? [span] : [...values.unread, ...holesOf(feed, values, span)]
    }
    for (const one of old) await state.markRead(one.feed, one.span, readAtUtc, { unread: unreadOf(one) })
    return old
  }

  /** `downSinceUtc`: null while the source answers. */
  return async function* (
    missing: readonly FeedSpan[],
    downSinceUtc: number | null,
    signal: AbortSignal,
  ): AsyncGenerator<readonly FeedSpan[]> {
    const now = clock()
    if (now < restsUntilUtc) return
    const oldUntilUtc = now - archive.newestAgeMs
    const isBridging = downSinceUtc !== null && now >= downSinceUtc + LONG_OUTAGE_MS
    let failuresInARow = 0
    for (const file of wantedFiles(missing, isBridging ? Number.POSITIVE_INFINITY : oldUntilUtc)) {
      try {
        yield await readFile(file, oldUntilUtc, signal)
        failuresInARow = 0
      } catch (error) {
        if (signal.aborted || !(error instanceof SourceError)) throw error
        logger.warn({ reason: error.message }, 'file could not be read')
        metrics.failures.inc({ source: source.name, kind: file.spans[0]?.feed.kind ?? '' })
        failuresInARow += 1
        if (failuresInARow < FAILURES_OF_AN_ARCHIVE) {
          // The caller checks the time after each file.
          yield []
          continue
        }
        restsUntilUtc = clock() + (error.isTransient ? REST_MS : REST_AFTER_REFUSAL_MS)
        return
      }
    }
  }
}

interface WantedFile {
  month: Span
  spans: FeedSpan[]
}

/** Newest month first. */
function wantedFiles(missing: readonly FeedSpan[], untilUtc: number): WantedFile[] {
  const files = new Map<string, WantedFile>()
  for (const { feed, span } of missing)
    for (const month of monthsOf({ fromUtc: span.fromUtc, toUtc: Math.min(span.toUtc, untilUtc) })) {
      const name = `${month.firstDay} ${feed.kind} ${feed.quantities.join()}`
      const file: WantedFile = files.get(name) ?? { month, spans: [] }
      file.spans.push({ feed, span: within(span, month) })
      files.set(name, file)
    }
  return [...files.values()].toSorted((a, b) => b.month.fromUtc - a.month.fromUtc)
}
