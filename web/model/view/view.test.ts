import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { PERIOD_DAYS } from '#contract/accuracy.ts'
import { unreadFields } from '#web/market/links.tsx'

import { METRICS } from './metric.ts'
import { DEFAULT_VIEW, GLANCE_TABLES, readView, type View, writeView } from './view.ts'

const anyView: fc.Arbitrary<View> = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  country: fc.option(fc.constantFrom('de', 'gr', 'xk')),
  metric: fc.constantFrom(...METRICS),
  day: fc.option(fc.constantFrom('2026-11-22', '2024-02-29')),
  run: fc.option(fc.constant('early' as const)),
  as_of: fc.option(fc.constantFrom('2026-11-22T09:35:20Z', '2024-02-29T00:00:00Z')),
  follow: fc.boolean(),
  usual: fc.boolean(),
  glance: fc.option(fc.constantFrom(...GLANCE_TABLES)),
  scale: fc.option(fc.constant('country' as const)),
  accuracy: fc.option(fc.constantFrom(...PERIOD_DAYS)),
  scored: fc.option(fc.constantFrom('early', 'complete')),
  rank: fc.constantFrom('lead', 'name', 'error', 'share'),
})

describe('the view in the address', () => {
  test('is read as it was written', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        expect(readView(new URLSearchParams(writeView(new URLSearchParams(), view).toString()))).toEqual(view)
      }),
    )
  })

  test('names the fields that are not understood', () => {
    const unreadOf = (params: URLSearchParams) => unreadFields(params, readView(params))
    for (const [search, ...unread] of [
      ['from=mail&day=2026-11-22&country=DE&hour=07&metric=final&follow=false'],
      ['hour=0&rank=lead'],
      ['day=2026-02-30&hour=7', 'day=2026-02-30'],
      [
        'hour=24&country=germany&metric=best&as_of=noon',
        'hour=24',
        'country=germany',
        'metric=best',
        'as_of=noon',
      ],
    ] as const)
      expect([search, ...unreadOf(new URLSearchParams(search))]).toEqual([search, ...unread])
    fc.assert(
      fc.property(anyView, (view) => {
        expect(unreadOf(writeView(new URLSearchParams(), view))).toEqual([])
      }),
    )
  })

  test('omits defaults, removes outdated values and keeps foreign parameters', () => {
    expect(writeView(new URLSearchParams(), DEFAULT_VIEW).toString()).toBe('')
    const before = new URLSearchParams('hour=7&country=de&from=mail')
    expect(writeView(before, { ...DEFAULT_VIEW, hour: 0, country: 'at' }).toString()).toBe(
      'country=at&from=mail',
    )
  })

  test.each([
    'hour=24',
    'hour=-1',
    'hour=1e1',
    'hour=',
    'country=<img src=x>',
    'country=deu',
    'metric=__proto__',
    'metric=constructor',
    'day=2026-02-30',
    'day=tomorrow',
    'run=complete',
    'run=',
    'glance=heat',
    'glance=',
    'order=ramp&scale=common',
    'accuracy=30',
    'accuracy=07',
    'scored=late',
    'rank=',
  ])('%s is ignored', (query) => {
    expect(readView(new URLSearchParams(query))).toEqual(DEFAULT_VIEW)
  })

  test('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const view = readView(new URLSearchParams(query))
        expect(METRICS).toContain(view.metric)
        expect(view.hour).toBeGreaterThanOrEqual(0)
        expect(view.hour).toBeLessThanOrEqual(23)
      }),
    )
  })
})
