import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { readEntsoeDocument } from '#server/sources/entsoe/document.ts'
import { documentXml, type TestSeries } from '#server/testing/services/entsoe-documents.ts'
import { partsInMemory } from '#server/testing/source.ts'

import { mergeBlocks, type QuarterHours } from './quarter-hours.ts'
import { readFeed, sumWind } from './read-feed.ts'
import type { Feed } from './source.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)
const SPAN = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 4 * HOUR_MS }
const GENERATION: Feed = { area: 'PL', kind: 'actual', quantities: ['solar', 'wind'] }
const LOAD: Feed = { area: 'PL', kind: 'actual', quantities: ['load'] }

/** Hourly values from midnight on, as one Period; `from` shifts them by hours. */
function series(
  psrType: string,
  values: readonly number[],
  { from = 0, ...rest }: Partial<TestSeries & { from: number }> = {},
): TestSeries {
  const instant = (hour: number) => new Date(MIDNIGHT + hour * HOUR_MS).toISOString()
  const points = values.map((value, index) => [index + 1, value] as const)
  const period = { start: instant(from), end: instant(from + values.length), points }
  return { direction: 'in', psrType, businessType: 'A01', periods: [period], ...rest }
}

function quarters(fromUtc: number, powerMw: number): QuarterHours {
  const block = { startsAtUtc: fromUtc, stepMinutes: 60, powerMw: Float64Array.of(powerMw) } as const
  return mergeBlocks([block], { fromUtc, toUtc: fromUtc + HOUR_MS }).quarters
}

async function take(feed: Feed, all: readonly TestSeries[], parts = partsInMemory()) {
  const document = readEntsoeDocument(documentXml({ documentType: 'A75', series: all }), feed)
  if (document === null) throw new Error('the document is empty')
  const { blocks, unread, faults } = await readFeed(feed, SPAN, document, parts)
  const values = blocks.map(({ quantity, startsAtUtc, powerMw }) => ({
    quantity,
    hour: (startsAtUtc - MIDNIGHT) / HOUR_MS,
    powerMw: [...powerMw],
  }))
  return { values, unread, faults }
}

describe('generation', () => {
  test('is what goes into the zone, though consumption of the same type comes first', async () => {
    const all = [
      series('B16', [0, 0], { direction: 'out' }),
      series('B19', [0, 0], { direction: 'out' }),
      series('B04', [900, 901]),
      series('B16', [10, 20]),
      series('B19', [300, 400]),
    ]
    expect((await take(GENERATION, all)).values).toEqual([
      { quantity: 'solar', hour: 0, powerMw: [10, 20] },
      { quantity: 'wind', hour: 0, powerMw: [300, 400] },
    ])
  })

  test('is only onshore wind before a zone began to publish offshore wind, and their sum since', async () => {
    const parts = partsInMemory()
    const onshore = series('B19', [300, 400, 500, 600])
    const begun = [onshore, series('B18', [30, 40], { from: 1 })]
    expect((await take(GENERATION, begun, parts)).values).toEqual([
      { quantity: 'wind', hour: 0, powerMw: [300, 430, 540] },
      { quantity: 'wind_offshore', hour: 1, powerMw: [30, 40] },
    ])
    // Offshore wind is late now: what is known without it is not the wind of the zone.
    expect((await take(GENERATION, [onshore], parts)).values).toEqual([
      { quantity: 'wind', hour: 0, powerMw: [300] },
    ])
  })

  test('gives no wind of France since 2023 and of Poland since autumn 2026 while offshore wind is late', async () => {
    const days = { before: Date.UTC(2022, 5, 1), since: Date.UTC(2026, 9, 1) }
    const wind = (area: MemberCode, fromUtc: number, kind: Feed['kind'] = 'actual') =>
      sumWind({ area, kind, quantities: ['wind'] }, quarters(fromUtc, 300), null, partsInMemory())
    for (const area of ['FR', 'PL'] as const) {
      expect((await wind(area, days.before))?.powerMw[0]).toBe(300)
      expect((await wind(area, days.since))?.powerMw[0]).toBeNaN()
      // It is not known if their TSOs forecast offshore wind, so nobody waits for it until it was seen.
      expect((await wind(area, days.since, 'tso'))?.powerMw[0]).toBe(300)
    }
  })
})

describe('load', () => {
  const load = (values: number[], businessType = 'A04'): TestSeries => {
    const { psrType: _none, ...rest } = series('', values)
    return { ...rest, direction: 'out', businessType }
  }

  test('is the series of means, not of extremes', async () => {
    expect((await take(LOAD, [load([1], 'A60'), load([3]), load([9], 'A61')])).values).toEqual([
      { quantity: 'load', hour: 0, powerMw: [3] },
    ])
  })

  test('the last of several series wins, and that they differ is said', async () => {
    const { values, faults } = await take(LOAD, [load([1, 2]), load([3])])
    expect(values).toEqual([{ quantity: 'load', hour: 0, powerMw: [3, 2] }])
    expect(faults).toEqual(['1 values are given twice and differ: the finer or later one counts'])
    expect((await take(LOAD, [load([1, 2]), load([1, 2])])).faults).toEqual([])
  })
})

test('a series about another area is left out, and what was asked for is unread', async () => {
  const own = series('B16', [1], { eic: '10YCZ-CEPS-----N' })
  const { values, unread, faults } = await take({ ...GENERATION, area: 'CZ' }, [own, series('B19', [7, 7])])
  expect(values).toEqual([{ quantity: 'solar', hour: 0, powerMw: [1] }])
  expect(faults).toEqual([
    'left out: TimeSeries 2 of wind_onshore, 2026-03-02T00:00Z to 2026-03-02T02:00Z: it is about another area than was requested (10YPL-AREA-----S)',
  ])
  expect(unread).toEqual([{ quantity: 'wind', fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 2 * HOUR_MS }])
})

test('neither order nor repetition of the series changes what is taken', async () => {
  const all = [
    series('B16', [1, 2, 3, 4]),
    series('B18', [10, 20, 30], { from: 1 }),
    series('B19', [100, 200], { from: 0 }),
    series('B19', [300], { from: 3 }),
    series('B19', [7, 7, 7, 7], { direction: 'out' }),
    series('B04', [9, 9]),
  ]
  const expected = (await take(GENERATION, all)).values
  const shuffled = fc.shuffledSubarray([...all, ...all], { minLength: 12 })
  await fc.assert(
    fc.asyncProperty(shuffled, async (documents) => {
      expect((await take(GENERATION, documents)).values).toEqual(expected)
    }),
  )
})
