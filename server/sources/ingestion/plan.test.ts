import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { newestFirst } from '#server/sources/source.ts'
import { createTestSource } from '#server/testing/source.ts'

import { wantedSpans } from './plan.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12, 30)

describe('the plan of fetches', () => {
  test('covers every span once, newest first, in parts that the source allows', () => {
    const spans = fc.array(
      fc.record({ feed: fc.nat(2), from: fc.nat(20_000), hours: fc.integer({ min: 1, max: 9000 }) }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 400 }), (spans, maxDays) => {
        const source = createTestSource({ maxSpanDays: () => maxDays })
        const wanted = spans.flatMap(({ feed: number, from, hours }) => {
          const feed = source.feeds[number]
          const span = { fromUtc: from * HOUR_MS, toUtc: (from + hours) * HOUR_MS }
          return feed === undefined ? [] : [{ feed, span }]
        })
        const fetches = [...newestFirst(source, wanted)]
        const ends = fetches.map(({ span }) => span.toUtc)
        expect(ends).toEqual([...ends].sort((a, b) => b - a))
        for (const { span } of fetches) {
          expect(span.toUtc - span.fromUtc).toBeGreaterThan(0)
          expect(span.toUtc - span.fromUtc).toBeLessThanOrEqual(maxDays * DAY_MS)
        }
        const hoursOf = (spans: typeof fetches) =>
          spans
            .flatMap(({ feed, span }) =>
              Array.from(
                { length: (span.toUtc - span.fromUtc) / HOUR_MS },
                (_, hour) => `${feed.area} ${feed.kind} ${span.fromUtc / HOUR_MS + hour}`,
              ),
            )
            .sort()
        expect(hoursOf(fetches)).toEqual(hoursOf(wanted))
      }),
      { numRuns: 30 },
    )
  })

  test('asks for longer parts as soon as the source allows them', () => {
    let maxDays = 7
    const source = createTestSource({ maxSpanDays: () => maxDays })
    const [feed] = source.feeds
    if (feed === undefined) throw new Error('no feed')
    const span = { fromUtc: Date.UTC(2025, 0, 1), toUtc: Date.UTC(2025, 11, 31) }
    const lengths: number[] = []
    for (const fetch of newestFirst(source, [{ feed, span }])) {
      lengths.push((fetch.span.toUtc - fetch.span.fromUtc) / DAY_MS)
      maxDays = 365
    }
    expect(lengths).toEqual([7, 357])
  })

  test('wants the past of all, and the forecasts of tomorrow', () => {
    const wanted = wantedSpans({ source: createTestSource(), now: NOW_UTC, backfillDays: 10 })
    expect(wanted.map(({ span }) => span)).toEqual([
      { fromUtc: Date.UTC(2026, 10, 10), toUtc: NOW_UTC },
      { fromUtc: Date.UTC(2026, 10, 10), toUtc: Date.UTC(2026, 10, 23) },
      { fromUtc: Date.UTC(2026, 10, 10), toUtc: NOW_UTC },
    ])
  })
})
