import { expect, test } from 'vitest'

import { createDefaultFilters, NO_LIMITS } from '#web/dashboard/graphs/store/graph-card.ts'

import { bandAt, createBandQuery, readBand } from './band.ts'

const FILTERS = { ...createDefaultFilters(Date.UTC(2026, 10, 20)), area: 'DE', timerange: 'H' } as const
const [FIRST = '', SECOND = '', THIRD = ''] = [0, 1, 2].map((hour) => `2026-11-20T0${hour}:00:00Z`)
const toS = (stamp: string) => Date.parse(stamp) / 1000

test('a band is asked for like the graph, for hourly residual load of a single area only', () => {
  expect(createBandQuery(FILTERS)).toEqual({
    category: 'Residual Load',
    area: 'DE',
    time: ['2026-11-13 00:00', '2026-11-20 23:59'],
    frequency: 'H',
  })
  for (const change of [{ area: 'CWE' }, { energyType: 'wind' }, { timerange: 'D' }] as const)
    expect(createBandQuery({ ...FILTERS, ...change })).toBeNull()
})

test('the band stands at the stamps that have both limits', () => {
  const limits = readBand({
    P10: { data: { [FIRST]: 10, [SECOND]: 20, [THIRD]: 30 } },
    P90: { data: { [FIRST]: 40, [SECOND]: null, [THIRD]: 60 } },
  })
  expect(bandAt([FIRST, SECOND, THIRD].map(toS), limits)).toMatchObject({
    low: [10, null, 30],
    high: [40, null, 60],
  })
  expect(bandAt([toS(SECOND)], limits)).toBeNull()
  expect(readBand({ P10: { data: { [FIRST]: 10 } }, P90: { data: {} } })).toBe(NO_LIMITS)
})
