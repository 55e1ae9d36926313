import { expect, test } from 'vitest'

import { AccuracyAnswerSchema } from '#contract/accuracy.ts'
import { ForecastAnswerSchema } from '#contract/forecast.ts'
import { QueryAnswerSchema } from '#contract/query.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type Kind, QUANTITIES } from '#server/series/series.ts'
import { openTestApp } from '#server/testing/app.ts'

const MIDNIGHT = Date.parse('2026-06-10T00:00+02:00')

test('an hour that lacks a quarter is missing on the card, on the map and in the accuracy alike', async () => {
  const { database, server, signIn } = await openTestApp({ clock: () => MIDNIGHT + 60 * HOUR_MS })
  const quarters = (lacking: number) =>
    Float64Array.from({ length: 24 * 4 }, (_, quarter) => (quarter === lacking ? NaN : 500))
  const series = createSeriesStore(database)
  const store = (kind: Kind, lackingHour: number) =>
    series.write(
      QUANTITIES.map((quantity) => ({
        area: 'DE' as const,
        quantity,
        kind,
        startsAtUtc: MIDNIGHT,
        stepMinutes: 15 as const,
        powerMw: quarters(quantity === 'solar' ? lackingHour * 4 : -1),
      })),
      { source: 'test', fetchedAtUtc: MIDNIGHT },
      'revise',
    )
  await store('tso', 10)
  await store('actual', 11)

  const token = await signIn()
  const ask = async (url: string, body: object): Promise<unknown> =>
    (
      await server.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    ).json()
  const time = ['2026-06-10 00:00', '2026-06-10 23:59']
  const query = { category: 'Residual Load', area: 'DE', time, frequency: 'H' }
  const card = QueryAnswerSchema.parse(await ask('/energia/common-query', query))
  const map = ForecastAnswerSchema.parse(await ask('/energia/tab-2', { ...query, category: '', area: '' }))
  const accuracy = AccuracyAnswerSchema.parse(
    await ask('/energia/accuracy', { country: 'de', day: '2026-06-10' }),
  )

  const expected = (lackingHour: number) =>
    Array.from({ length: 24 }, (_, hour) => (hour === lackingHour ? null : -500))
  expect(Object.values(card['TSO forecast']?.data ?? {})).toEqual(expected(10))
  expect(Object.values(map['de'] ?? {}).map(({ TSO }) => TSO)).toEqual(expected(10))
  expect(accuracy.hours.map(({ tso }) => tso)).toEqual(expected(10))
  expect(Object.values(card['Actual']?.data ?? {})).toEqual(expected(11))
  expect(accuracy.hours.map(({ actual }) => actual)).toEqual(expected(11))
})
