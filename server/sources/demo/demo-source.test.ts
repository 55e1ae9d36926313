import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import type { SeriesBlock } from '#server/series/series.ts'
import { feedOf } from '#server/testing/source.ts'

import { createDemoSource } from './demo-source.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 14, 25)
const signal = new AbortController().signal
const source = createDemoSource({ clock: () => NOW_UTC })

const feedArbitrary = fc.constantFrom(...source.feeds)
const quarters = fc.integer({ min: Date.UTC(2024, 10, 20) / 900_000, max: Math.floor(NOW_UTC / 900_000) })

const endUtc = ({ startsAtUtc, stepMinutes, powerMw }: SeriesBlock) =>
  startsAtUtc + powerMw.length * stepMinutes * MINUTE_MS
const endsOf = (blocks: readonly SeriesBlock[]) => new Set(blocks.map(endUtc))

describe('the demo source', () => {
  test('covers every area with forecasts and actual values', () => {
    expect(source.feeds).toHaveLength(2 * MEMBER_CODES.length)
    expect(new Set(source.feeds.map(({ area }) => area))).toEqual(new Set(MEMBER_CODES))
  })

  test('gives a stamp the same value at any time and in any requested span', async () => {
    await fc.assert(
      fc.asyncProperty(
        feedArbitrary,
        quarters,
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 300 }),
        async (feed, quarter, quarters, before) => {
          const span = { fromUtc: quarter * 900_000, toUtc: (quarter + quarters) * 900_000 }
          const wide = { fromUtc: span.fromUtc - before * 900_000, toUtc: span.toUtc + 900_000 }
          const later = createDemoSource({ clock: () => NOW_UTC + 400 * DAY_MS })
          const { blocks } = await source.fetch(feed, span, signal)
          const { blocks: wideBlocks } = await later.fetch(feed, wide, signal)
          for (const [index, block] of blocks.entries()) {
            const other = wideBlocks[index]
            const skipped = (block.startsAtUtc - (other?.startsAtUtc ?? 0)) / (block.stepMinutes * MINUTE_MS)
            expect(other?.powerMw.slice(skipped, skipped + block.powerMw.length)).toEqual(block.powerMw)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('publishes actual values up to a whole hour, an hour late', async () => {
    const span = { fromUtc: NOW_UTC - DAY_MS, toUtc: NOW_UTC + 3 * DAY_MS }
    for (const area of ['DE', 'GR'] as const)
      expect(
        endsOf((await source.fetch(feedOf(source, area, 'actual', 'load'), span, signal)).blocks),
      ).toEqual(new Set([Date.UTC(2026, 10, 20, 13)]))
  })

  test.each([
    ['2026-11-20T22:59:59Z', '2026-11-22T01:00:00Z'],
    ['2026-11-20T23:00:00Z', '2026-11-23T01:00:00Z'],
    ['2026-10-24T10:00:00Z', '2026-10-26T01:00:00Z'],
  ])('at %s it publishes forecasts until %s', async (now, until) => {
    const then = createDemoSource({ clock: () => Date.parse(now) })
    const span = { fromUtc: Date.parse(now), toUtc: Date.parse(now) + 9 * DAY_MS }
    for (const area of ['DE', 'GR'] as const)
      expect(endsOf((await then.fetch(feedOf(source, area, 'tso', 'load'), span, signal)).blocks)).toEqual(
        new Set([Date.parse(until)]),
      )
  })

  test('still knows for two days what it said before: the same at midnight, and less well before that', async () => {
    const tomorrow = { fromUtc: Date.UTC(2026, 10, 20, 23), toUtc: Date.UTC(2026, 10, 21, 23) }
    const feed = feedOf(source, 'DE', 'tso', 'load')
    const versions = source.earlierForecasts?.(feed, tomorrow) ?? []
    expect(versions.map(({ publishedAtUtc }) => publishedAtUtc)).toEqual([
      Date.UTC(2026, 10, 19, 17),
      Date.UTC(2026, 10, 19, 23),
    ])
    const [before, midnight] = versions.map(({ blocks }) => blocks)
    expect(midnight).toEqual((await source.fetch(feed, tomorrow, signal)).blocks)
    for (const [index, largestShare] of [
      [0, 0.06],
      [2, 0.4],
    ] as const) {
      const said = before?.[index]?.powerMw ?? new Float64Array()
      expect(said).toHaveLength(96)
      const shares = said.map((value, quarter) =>
        Math.abs(value / (midnight?.[index]?.powerMw[quarter] ?? NaN) - 1),
      )
      expect(Math.max(...shares)).toBeGreaterThan(0.005)
      expect(Math.max(...shares)).toBeLessThan(largestShare)
    }
    const whole = { fromUtc: NOW_UTC - 30 * DAY_MS, toUtc: NOW_UTC + 3 * DAY_MS }
    const all = source.earlierForecasts?.(feed, whole) ?? []
    expect(all).toHaveLength(2 * 4)
    expect(all[0]?.publishedAtUtc).toBe(Date.UTC(2026, 10, 16, 17))
    expect(all.at(-1)).toEqual(versions.at(-1))
  })

  test('answers an empty span with nothing', async () => {
    const tomorrow = { fromUtc: NOW_UTC + DAY_MS, toUtc: NOW_UTC + 2 * DAY_MS }
    expect((await source.fetch(feedOf(source, 'FR', 'actual', 'load'), tomorrow, signal)).blocks).toEqual([])
  })
})
