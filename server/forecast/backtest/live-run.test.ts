/** @module-tag thorough */
import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { createUsers } from '#server/auth/users.ts'
import { timeOfReplay } from '#server/forecast/runs/deadlines.ts'
import { LEDGER_DAYS } from '#server/forecast/runs/job/forecast-job.ts'
import { createForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import { learnableHours, readHourlyHistory, readUploads } from '#server/forecast/runs/job/hourly-history.ts'
import { readWeatherPast } from '#server/forecast/runs/job/run-weather.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createRunMaker } from '#server/forecast/runs/schedule/make-runs.ts'
import { QUANTITIES } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { block, storeValues } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { inventHistory } from '#server/testing/market-history.ts'
import { uploadOf } from '#server/testing/upload-of.ts'

import { runBacktest } from './backtest.ts'

const DAY = '2025-03-25'

test('a live run says what a backtest says, also with far weather and an upload', async () => {
  const database = await openTestDatabase()
  const [series, weather] = [createSeriesStore(database), createWeatherStore(database)]
  const invented = inventHistory({ from: '2023-06-01', to: DAY, hasWeather: true })
  const { startsAtUtc, quantities } = invented
  for (const kind of ['actual', 'tso'] as const)
    await storeValues(
      series,
      0,
      QUANTITIES.map((quantity) =>
        block({ area: 'BE', quantity, kind }, startsAtUtc, 60, quantities[quantity][kind]),
      ),
    )
  if (invented.weather !== null)
    await weather.append([
      { area: 'BE', weather: invented.weather, model: 'm', runUtc: null, fetchedAtUtc: 0, knownAtUtc: null },
    ])

  const days = Array.from({ length: LEDGER_DAYS }, (_, back) => addDays(DAY, back + 1 - LEDGER_DAYS))
  // The actual values, of load issued before the early run of each day, of wind after it.
  const uploads = createUploadStore(database)
  await createUsers(database).add('ann', 'hash', 'analyst')
  const versions = days.flatMap((day) =>
    (['load', 'wind'] as const).map((quantity) => {
      const slot = (timeOfDay(day) - startsAtUtc) / HOUR_MS
      const values = quantities[quantity].actual.subarray(slot, slot + 24)
      const quarters = Float32Array.from({ length: 96 }, (_, quarter) => values[quarter >> 2] ?? NaN)
      const issuedUtc = timeOfDay(addDays(day, -1), quantity === 'load' ? 8 : 9)
      return { area: 'BE' as const, quantity, day, issuedUtc, quarters }
    }),
  )
  const { id } = await database.transaction((connection) =>
    uploads.write(connection, 1, uploadOf('Vendor', versions)),
  )
  await uploads.setInput(id, true)

  const store = createRunStore(database, series)
  const maker = createRunMaker({
    series,
    weather,
    uploads,
    store,
    runJob: createForecastThread(),
    clock: () => timeOfDay(DAY),
  })
  await maker.replay('BE', days, 'early')
  const [run] = await store.runs(['BE'], { from: DAY, to: DAY })
  expect(run?.weather?.isUsed).toBe(true)
  expect(run?.note).toMatch(/\d% of load from Vendor · ann$/)

  const span = { fromUtc: startsAtUtc, toUtc: timeOfDay(addDays(DAY, 1)) }
  const readTimeOf = (day: string) => timeOfReplay(day, 'early')
  const history = {
    ...(await readHourlyHistory(series, 'BE', span, learnableHours)),
    weather: (await readWeatherPast(weather, 'BE', span, readTimeOf)).weather,
    uploads: await readUploads(uploads, 'BE', span, readTimeOf),
  }
  const { quantities: said } = runBacktest(history, history, {
    area: 'BE',
    from: DAY,
    to: DAY,
    run: 'early',
    knownUntil: 8,
  })
  const first = (timeOfDay(DAY) - startsAtUtc) / HOUR_MS
  const { load, solar, wind } = history.quantities
  const errors = Array.from({ length: 24 }, (_, hour) => {
    const final = run?.hours.final
    const value = (final?.load[hour] ?? NaN) - (final?.solar[hour] ?? NaN) - (final?.wind[hour] ?? NaN)
    const slot = first + hour
    const actual = (load.actual[slot] ?? NaN) - (solar.actual[slot] ?? NaN) - (wind.actual[slot] ?? NaN)
    return Math.abs(value - actual)
  })
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / 24
  expect(meanOf(errors)).toBeCloseTo(said.residual?.final.mae ?? NaN, 1)
  // The weather that counts begins later twice in these days: each band is made from what was said back then.
  const losses = Array.from({ length: 24 }, (_, hour) => {
    const slot = first + hour
    const actual = (load.actual[slot] ?? NaN) - (solar.actual[slot] ?? NaN) - (wind.actual[slot] ?? NaN)
    const [low, high] = [run?.hours.p10[hour] ?? NaN, run?.hours.p90[hour] ?? NaN]
    return (
      Math.max(0.1 * (actual - low), 0.9 * (low - actual)) +
      Math.max(0.9 * (actual - high), 0.1 * (high - actual))
    )
  })
  expect(meanOf(losses) / 2).toBeCloseTo(said.residual?.band?.pinballMw ?? NaN, 0)
})
