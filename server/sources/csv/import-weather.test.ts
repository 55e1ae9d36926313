import { expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { windPowerAt } from '#server/series/store/area-weather.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import { importText, NOW, storedValues } from '#server/testing/csv-files.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

const weatherLines = (day: string, cellsAt: (hour: number) => string) =>
  Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00Z,DE,${cellsAt(hour)}`)

describeOnBothEngines('a CSV file of weather', (open) => {
  const HEADER = 'timestamp,area,load,temperature_forecast,wind_speed_forecast,radiation_forecast'
  const readDay = (database: Database, informationUtc: number) =>
    createWeatherStore(database).readDayAhead(
      'DE',
      { fromDay: '2026-03-03', toDay: '2026-03-03' },
      () => informationUtc,
    )
  const MORNING_BEFORE = Date.UTC(2026, 2, 2, 7)

  test('is known at eight in the morning of the day before each delivery day', async () => {
    const database = await open()
    const lines = ['2026-03-02', '2026-03-03'].flatMap((day) =>
      weatherLines(day, (hour) => `50000,${hour / 2},7.5,${hour * 10}`),
    )
    const result = await importText(database, `${HEADER}\n${lines.join('\n')}\n`)
    expect(result).toMatchObject({ lines: 48, values: 192, weatherDays: 2, changedSlots: 24 })
    const { weather, days } = await readDay(database, MORNING_BEFORE)
    expect(days[0]).toMatchObject({ model: 'csv values.csv', runUtc: null, fetchedAtUtc: NOW })
    // The delivery day begins at 23:00 UTC of the day before.
    expect(Array.from(weather.temperatureC.subarray(0, 3))).toEqual([11.5, 0, 0.5])
    expect(weather.radiationWm2[13]).toBe(120)
    expect(weather.windPower[0]).toBeCloseTo(windPowerAt(7.5), 6)
    expect((await readDay(database, MORNING_BEFORE - 1)).days).toEqual([])
  })

  test('replaces what an earlier file said, and needs no column of power', async () => {
    const database = await open()
    for (const celsius of [4, 6]) {
      const lines = weatherLines('2026-03-03', () => String(celsius))
      await importText(database, `timestamp,area,temperature_forecast\n${lines.join('\n')}\n`)
    }
    const { weather } = await readDay(database, MORNING_BEFORE)
    expect(weather.temperatureC[5]).toBe(6)
    expect(weather.windSpeedMs[5]).toBeNaN()
  })

  test('leaves out values that cannot be true, and counts them', async () => {
    const database = await open()
    const lines = weatherLines('2026-03-03', (hour) => `,${hour === 3 ? 285 : 5},7,-1`)
    const result = await importText(database, `${HEADER}\n${lines.join('\n')}\n`)
    expect(result.refused).toEqual(new Map([['DE', 25]]))
    const { weather } = await readDay(database, MORNING_BEFORE)
    expect(weather.temperatureC[4]).toBeNaN()
    expect(weather.temperatureC[5]).toBe(5)
    expect(weather.radiationWm2.every(Number.isNaN)).toBe(true)
  })

  test('with weather at a quarter hour, or with two values for one hour, is refused whole', async () => {
    const database = await open()
    const whole = weatherLines('2026-03-03', () => '50000,5,7,0').join('\n')
    await expect(importText(database, `${HEADER}\n${whole}\n2026-03-04T00:15Z,DE,,5,,\n`)).rejects.toThrow(
      'line 26: temperature_forecast is a mean of a whole hour: its time must be a full hour.',
    )
    await expect(importText(database, `${HEADER}\n${whole}\n2026-03-03T05:00Z,DE,,,6,\n`)).rejects.toThrow(
      'wind_speed_forecast of DE at 2026-03-03T05:00:00.000Z is already in an earlier line',
    )
    expect((await readDay(database, NOW)).days).toEqual([])
    expect(await storedValues(database)).toEqual({})
  })
})
