import { describe, expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { type Feed, feedName } from '#server/sources/source.ts'
import { readBlock } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { createTestSource } from '#server/testing/source.ts'

import { ingestSpan, type IngestSpanParts } from './ingest-span.ts'

const SPAN = { fromUtc: Date.UTC(2026, 5, 14, 22), toUtc: Date.UTC(2026, 5, 16, 22) }
const { signal } = new AbortController()

async function createParts(changes: Partial<IngestSpanParts> = {}): Promise<IngestSpanParts> {
  const database = await openTestDatabase()
  return {
    source: createTestSource(),
    database,
    series: createSeriesStore(database),
    clock: () => Date.UTC(2026, 10, 20),
    areas: ['DE', 'FR'],
    span: SPAN,
    retryWaitMs: 1,
    ...changes,
  }
}

describe('a span read by hand', () => {
  test('stores that span of those areas, and again changes nothing', async () => {
    const done: number[] = []
    const parts = await createParts({ areas: ['DE'], onProgress: (progress) => done.push(progress.done) })
    const result = { found: 96, changed: 96, refused: 0, failures: [], faults: [], isComplete: true }
    expect(await ingestSpan(parts, signal)).toEqual(result)
    expect(done).toEqual([2, 4])
    expect(await parts.series.coverage('actual')).toEqual(SPAN)
    expect(await ingestSpan(parts, signal)).toEqual({ ...result, changed: 0 })
    const france = await readBlock(parts.series, { area: 'FR', quantity: 'load', kind: 'actual' }, SPAN)
    expect(france?.powerMw.every(Number.isNaN)).toBe(true)
    expect(france?.powerMw).toHaveLength((SPAN.toUtc - SPAN.fromUtc) / HOUR_MS)
  })

  test('reports what could not be read and stores the rest', async () => {
    const source = createTestSource()
    source.beforeAnswer = async ({ area }) => {
      if (area === 'FR') throw new SourceError('The source is down.', { isTransient: true })
    }
    expect(await ingestSpan(await createParts({ source }), signal)).toEqual({
      found: 96,
      changed: 96,
      refused: 0,
      failures: [{ feed: 'FR actual load', reason: 'The source is down.' }],
      faults: [],
      isComplete: false,
    })
  })

  test('leaves what cannot be read as it was stored, reports it, and asks for it again', async () => {
    const feed: Feed = { area: 'DE', kind: 'actual', quantities: ['load'] }
    const source = createTestSource({ feeds: [feed] })
    const parts = await createParts({ source })
    await ingestSpan(parts, signal)
    const readValues = async () => [
      ...(await readBlock(parts.series, { ...feed, quantity: 'load' }, SPAN)).powerMw,
    ]
    const before = await readValues()
    const noon = { fromUtc: SPAN.fromUtc + 12 * HOUR_MS, toUtc: SPAN.fromUtc + 13 * HOUR_MS }
    const fetch = source.fetch.bind(source)
    source.valueAt = () => 7
    source.fetch = async (...asked) => {
      const { blocks } = await fetch(...asked)
      for (const { powerMw } of blocks) powerMw[12] = NaN
      return { blocks, unread: [{ ...noon, quantity: 'load' }], faults: ['left out: noon'] }
    }
    expect(await ingestSpan(parts, signal)).toMatchObject({
      changed: 47,
      failures: [],
      faults: [{ feed: 'DE actual load', reason: 'left out: noon' }],
      isComplete: false,
    })
    expect(await readValues()).toEqual(before.map((value, hour) => (hour === 12 ? value : 7)))
    const state = createReadState(parts.database, source.name, feedName)
    expect(await state.missing([{ feed, span: SPAN }], SPAN.toUtc)).toEqual([{ feed, span: noon }])
  })
})
