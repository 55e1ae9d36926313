import { expect, test } from 'vitest'

import { AccuracyAnswerSchema } from '#contract/accuracy.ts'
import { ForecastAnswerSchema } from '#contract/forecast.ts'
import { QueryAnswerSchema } from '#contract/query.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type Kind, QUANTITIES } from '#server/series/series.ts'
import { openTestApp } from '#server/testing/app.ts'
import { storeValues } from '#server/testing/blocks.ts'

const MIDNIGHT = Date.parse('2026-06-10T00:00+02:00')

test('an hour that lacks a quarter is missing on the card, on the map, in the accuracy and in the API alike', async () => {
  const { database, send, signIn } = await openTestApp({ clock: () => MIDNIGHT + 60 * HOUR_MS })
  const series = createSeriesStore(database)
  const store = (kind: Kind, lackingHour: number) =>
    storeValues(
      series,
      MIDNIGHT,
      QUANTITIES.map((quantity) => {
        const powerMw = new Float64Array(24 * 4).fill(500)
        if (quantity === 'solar') powerMw[lackingHour * 4] = NaN
        return { area: 'DE', quantity, kind, startsAtUtc: MIDNIGHT, stepMinutes: 15, powerMw }
      }),
    )
  await store('tso', 10)
  await store('actual', 11)

  const token = await signIn()
  const ask = async (url: string, body: object): Promise<unknown> =>
    (await send('POST', url, token, body)).json()
  const time = ['2026-06-10 00:00', '2026-06-10 23:59']
  const query = { category: 'Residual Load', area: 'DE', time, frequency: 'H' }
  const card = QueryAnswerSchema.parse(await ask('/energia/common-query', query))
  const map = ForecastAnswerSchema.parse(await ask('/energia/tab-2', { ...query, category: '', area: '' }))
  const accuracy = AccuracyAnswerSchema.parse(
    (await send('GET', '/api/v1/accuracy?area=DE&day=2026-06-10', token)).json(),
  )
  const span = 'from=2026-06-10&to=2026-06-11'
  const rows = await send('GET', `/api/v1/series?area=DE&quantity=residual&kind=tso&${span}`, token)

  const expected = (lackingHour: number) =>
    Array.from({ length: 24 }, (_, hour) => (hour === lackingHour ? null : -500))
  expect(Object.values(card['TSO forecast']?.data ?? {})).toEqual(expected(10))
  expect(Object.values(map['de'] ?? {}).map(({ TSO }) => TSO)).toEqual(expected(10))
  expect(accuracy.hours.map(({ tso }) => tso)).toEqual(expected(10))
  const mwOfRows = rows.body
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(',')[1])
  expect(mwOfRows).toEqual(expected(10).map((mw) => String(mw ?? '')))
  expect(Object.values(card['Actual']?.data ?? {})).toEqual(expected(11))
  expect(accuracy.hours.map(({ actual }) => actual)).toEqual(expected(11))
})
