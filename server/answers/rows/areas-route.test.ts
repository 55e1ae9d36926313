import { expect, test } from 'vitest'

import { AREA_CODES } from '#contract/areas.ts'
import { AreaListSchema, AREAS_PATH } from '#contract/series.ts'
import { HOUR_MS } from '#contract/time.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { block, LOAD, storeValues } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'

const START = Date.parse('2025-05-31T20:00Z')

test('lists every area with its names and zones, and from when to when what is stored of it', async () => {
  const database = await openTestDatabase()
  await storeValues(createSeriesStore(database), START, [
    block(LOAD, START, 15, [NaN, 1, 2, 3]),
    block(LOAD, START + 100 * 24 * HOUR_MS, 15, [1, NaN]),
    block({ ...LOAD, kind: 'tso' }, START, 60, [NaN, 1, 2, 3]),
    block({ ...LOAD, area: 'FR' }, START, 15, [NaN]),
  ])
  const { get } = await openSignedInApp(database, () => START)
  const answer = await get(AREAS_PATH)
  expect((await get(AREAS_PATH, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
  const areas = AreaListSchema.parse(answer.json<unknown>())
  expect(areas.map(({ code }) => code)).toEqual(AREA_CODES)
  const named = (name: string) => areas.find(({ code }) => code === name)
  expect(named('DE')).toEqual({
    code: 'DE',
    name: 'Germany',
    aliases: ['DE_LU'],
    members: [],
    zone: 'Europe/Berlin',
    eic: '10Y1001A1001A82H',
    stored: [
      { quantity: 'load', kind: 'actual', from_utc: '2025-05-31T20:15:00Z', to_utc: '2025-09-08T20:15:00Z' },
      { quantity: 'load', kind: 'tso', from_utc: '2025-05-31T21:00:00Z', to_utc: '2025-06-01T00:00:00Z' },
    ],
  })
  expect(named('IT-NORD')).toMatchObject({ aliases: ['IT_NORD'], zone: 'Europe/Rome', stored: [] })
  expect(named('FR')?.stored).toEqual([])
  expect(named('CEE')).toMatchObject({ members: ['PL', 'CZ', 'SK', 'HU'], zone: null, eic: null })
})
