import { onTestFinished } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, type Span } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import type { Quantity, SeriesBlock } from '#server/series/series.ts'
import type { PublishedParts } from '#server/sources/read-feed.ts'
import { readWhole, type Feed, type Source } from '#server/sources/source.ts'

import { startTestServer, type TestServer } from './source-server.ts'

/** A source for tests: it gives hourly values by a rule that a test can change, and remembers what was requested of it. */
export interface TestSource extends Source {
  asked: { feed: Feed; span: Span }[]
  /** The value of a feed's first quantity at an hour, MW; null if it is missing. */
  valueAt: (feed: Feed, utc: number) => number | null
  /** Runs before each answer. If it rejects, the source does. */
  beforeAnswer: (feed: Feed, span: Span, signal: AbortSignal) => Promise<void>
}

const TEST_FEEDS: readonly Feed[] = [
  { area: 'DE', kind: 'actual', quantities: ['load'] },
  { area: 'DE', kind: 'tso', quantities: ['load'] },
  { area: 'FR', kind: 'actual', quantities: ['load'] },
]

export function createTestSource(changes: Partial<Source> = {}): TestSource {
  const source: TestSource = {
    name: 'test',
    label: 'Test source',
    credit: null,
    licence: null,
    isDemo: false,
    maxConcurrency: 2,
    pollIntervalMs: HOUR_MS,
    revisedForMs: 24 * HOUR_MS,
    rarelyRevisedForMs: 0,
    staleAfterMs: 3 * HOUR_MS,
    feeds: TEST_FEEDS,
    archive: null,
    maxSpanDays: () => 10,
    asked: [],
    valueAt: (feed, utc) => (feed.area === 'DE' ? 50_000 : 40_000) + ((utc / HOUR_MS) % 1000),
    beforeAnswer: async () => {},
    async fetch(feed, span, signal) {
      source.asked.push({ feed, span })
      await source.beforeAnswer(feed, span, signal)
      signal.throwIfAborted()
      return readWhole([hourlyBlock(feed, span, source.valueAt)])
    },
    ...changes,
  }
  return source
}

/** A service of the outside world that is closed when the test ends. */
export async function openTestServer(...answer: Parameters<typeof startTestServer>): Promise<TestServer> {
  const server = await startTestServer(...answer)
  onTestFinished(() => server.close())
  return server
}

export function partsInMemory(): PublishedParts {
  const seen = new Map<string, Span>()
  return {
    async record(part, span) {
      const known = seen.get(part) ?? span
      if (known === null || span === null) return known
      const whole = {
        fromUtc: Math.min(known.fromUtc, span.fromUtc),
        toUtc: Math.max(known.toUtc, span.toUtc),
      }
      seen.set(part, whole)
      return whole
    },
  }
}

export function feedOf(source: Source, area: MemberCode, kind: Feed['kind'], quantity: Quantity): Feed {
  const feed = source.feeds.find(
    (one) => one.area === area && one.kind === kind && one.quantities.includes(quantity),
  )
  if (feed === undefined) throw new Error(`${source.name} has no feed of ${area} ${kind} ${quantity}`)
  return feed
}

export async function sourceErrorOf(fetching: Promise<unknown>): Promise<SourceError> {
  const error: unknown = await fetching.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof SourceError)) throw new Error(`not a SourceError: ${String(error)}`)
  return error
}

function hourlyBlock(feed: Feed, span: Span, valueAt: TestSource['valueAt']): SeriesBlock {
  const { area, kind, quantities } = feed
  const startsAtUtc = Math.ceil(span.fromUtc / HOUR_MS) * HOUR_MS
  const count = Math.max(0, Math.ceil((span.toUtc - startsAtUtc) / HOUR_MS))
  const powerMw = Float64Array.from(
    { length: count },
    (_, index) => valueAt(feed, startsAtUtc + index * HOUR_MS) ?? NaN,
  )
  return { area, kind, quantity: quantities[0] ?? 'load', startsAtUtc, stepMinutes: 60, powerMw }
}
