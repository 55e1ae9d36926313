/** @module-tag thorough */
import { expect, test } from 'vitest'

import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { FORECAST_PATH, ForecastAnswerSchema } from '#contract/forecast.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { addDays, marketDay, timeOfDay } from '#contract/zone-time.ts'
import { openTestApp } from '#server/testing/app.ts'

/** By the market's clocks: at night, before and after the auction and late, on days around clock changes, New Year and a leap day. */
const STARTS = [
  '2026-03-28T00:20',
  '2026-03-29T08:10',
  '2026-10-24T08:45',
  '2026-10-25T13:30',
  '2026-12-31T23:30',
  '2028-02-29T08:10',
]

test.each(STARTS)('a first start at %s has every hour of tomorrow in every country', async (wall) => {
  const [day = '', time = ''] = wall.split('T')
  const startUtc = timeOfDay(day, Number(time.slice(0, 2))) + Number(time.slice(3)) * MINUTE_MS
  const startedMs = Date.now()
  const clock = () => startUtc + (Date.now() - startedMs)
  const app = await openTestApp({ clock, environment: { SOURCE: 'demo', BACKFILL_DAYS: '14' } })
  await expect
    .poll(async () => (await app.server.inject('/readyz')).json(), { timeout: 240_000, interval: 100 })
    .toMatchObject({ status: 'ready' })
  const tomorrow = marketDay(clock(), 1)
  const days = [`${addDays(tomorrow, -1)} 00:00`, `${tomorrow} 00:00`]
  const body = { category: '', area: '', time: days, frequency: 'H' }
  const answer = await app.send('POST', FORECAST_PATH, await app.signIn(), body)
  const countries = ForecastAnswerSchema.parse(answer.json())
  const hours = (timeOfDay(addDays(tomorrow, 1)) - timeOfDay(tomorrow)) / HOUR_MS
  for (const country of FORECAST_COUNTRIES) {
    const values = Object.values(countries[country] ?? {}).map(({ Final_Value }) => Final_Value)
    expect([country, values.length, values.includes(null)]).toEqual([country, Math.min(hours, 24), false])
  }
})
