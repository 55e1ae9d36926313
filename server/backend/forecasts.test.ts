import { expect, test } from 'vitest'

import { timeOfDay } from '#contract/zone-time.ts'
import { createUsers } from '#server/auth/users.ts'
import { readConfig } from '#server/config.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { runOf } from '#server/testing/run-of.ts'
import { uploadOf } from '#server/testing/upload-of.ts'

import { removeOld } from './forecasts.ts'

test('runs and uploads of days older than is set go, and none that the first fill brings', async () => {
  const database = await openTestDatabase()
  const store = createRunStore(database, createSeriesStore(database))
  const uploads = createUploadStore(database)
  const days = ['2020-06-01', '2022-06-01', '2024-06-01']
  await store.add(days.map((day) => runOf('DE', day)))
  await createUsers(database).add('ann', 'hash', 'analyst')
  const versions = days.map((day) => ({
    area: 'DE' as const,
    quantity: 'load' as const,
    day,
    issuedUtc: timeOfDay(day),
    quarters: new Float32Array(96).fill(50_000),
  }))
  await database.transaction((connection) => uploads.write(connection, 1, uploadOf('Vendor', versions)))
  const remove = async (settings: Record<string, string>) => {
    await removeOld({
      config: readConfig({ ...settings, KEEP_FORECASTS_YEARS: '4' }),
      clock: () => timeOfDay('2026-01-01'),
      store,
      uploads,
      weather: createWeatherStore(database),
    })
    const runs = await store.heads({ from: '2000-01-01', to: '2030-01-01' })
    const rows = await database.query('SELECT FROM upload_version')
    return [runs.length, rows.length]
  }
  expect(await remove({ BACKFILL_DAYS: '3000' })).toEqual([3, 3])
  expect(await remove({})).toEqual([2, 2])
})

test.each(['1', '3', '-1'])('KEEP_FORECASTS_YEARS=%s is refused', (years) => {
  expect(() => readConfig({ KEEP_FORECASTS_YEARS: years })).toThrow(/KEEP_FORECASTS_YEARS/)
})
