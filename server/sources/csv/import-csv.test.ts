import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS } from '#server/series/series.ts'
import { windPowerAt } from '#server/series/weather/area-weather.ts'
import { createWeatherStore } from '#server/series/weather/weather-store.ts'
import { describeOnBothEngines, openMemoryDatabase, openTestDatabase } from '#server/testing/database.ts'

import { importCsv } from './import-csv.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)
const NOW = MIDNIGHT + 24 * HOUR_MS
const clock = () => NOW

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'energy-metrics-csv-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function file(text: string): string {
  const path = join(folder, 'values.csv')
  writeFileSync(path, text)
  return path
}

const optionsOf = (database: Database) => ({
  series: createSeriesStore(database),
  weather: createWeatherStore(database),
  clock,
})
const take = (database: Database, text: string) => importCsv(file(text), optionsOf(database))

/** Every stored value, as `area quantity kind step: [hour after midnight, MW]…`. */
async function stored(database: Database): Promise<Record<string, [number, number][]>> {
  const rows = await database.query<{ name: string; from_utc: Date; step: number; power: Uint8Array }>(
    `SELECT area || ' ' || quantity || ' ' || kind || ' ' || step_minutes AS name, month::timestamptz AS from_utc,
       step_minutes AS step, power_mw AS power
     FROM chunk JOIN series ON series.id = series_id ORDER BY 1, month`,
  )
  const values: Record<string, [number, number][]> = {}
  for (const { name, from_utc, step, power } of rows) {
    const view = new DataView(power.buffer, power.byteOffset, power.byteLength)
    for (let slot = 0; slot < power.byteLength / 4; slot += 1) {
      const value = view.getFloat32(slot * 4, true)
      if (Number.isNaN(value)) continue
      const hour = (from_utc.getTime() - MIDNIGHT) / HOUR_MS + (slot * step) / 60
      values[name] = [...(values[name] ?? []), [hour, value]]
    }
  }
  return values
}

/** Twenty-four lines of one day (UTC). */
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
    const result = await take(database, `${HEADER}\n${lines.join('\n')}\n`)
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
      const lines = weatherLines('2026-03-03', () => `DE,${celsius}`).map((line) =>
        line.replace('DE,DE', 'DE'),
      )
      await take(database, `timestamp,area,temperature_forecast\n${lines.join('\n')}\n`)
    }
    const { weather } = await readDay(database, MORNING_BEFORE)
    expect(weather.temperatureC[5]).toBe(6)
    expect(weather.windSpeedMs[5]).toBeNaN()
  })

  test('leaves out values that cannot be true, and counts them', async () => {
    const database = await open()
    const lines = weatherLines('2026-03-03', (hour) => `,${hour === 3 ? 285 : 5},7,-1`)
    const result = await take(database, `${HEADER}\n${lines.join('\n')}\n`)
    expect(result.refused).toEqual(new Map([['DE', 25]]))
    const { weather } = await readDay(database, MORNING_BEFORE)
    expect(weather.temperatureC[4]).toBeNaN()
    expect(weather.temperatureC[5]).toBe(5)
    expect(weather.radiationWm2.every(Number.isNaN)).toBe(true)
  })

  test('with weather at a quarter hour, or with two values for one hour, is refused whole', async () => {
    const database = await open()
    const whole = weatherLines('2026-03-03', () => '50000,5,7,0').join('\n')
    await expect(take(database, `${HEADER}\n${whole}\n2026-03-04T00:15Z,DE,,5,,\n`)).rejects.toThrow(
      'line 26: temperature_forecast is a mean of a whole hour: its time must be a full hour.',
    )
    await expect(take(database, `${HEADER}\n${whole}\n2026-03-03T05:00Z,DE,,,6,\n`)).rejects.toThrow(
      'wind_speed_forecast of DE at 2026-03-03T05:00:00.000Z is already in an earlier line',
    )
    expect((await readDay(database, NOW)).days).toEqual([])
    expect(await stored(database)).toEqual({})
  })
})

describeOnBothEngines('a CSV file', (open) => {
  test('is stored by area and column; empty is missing, zero is a value', async () => {
    const database = await open()
    const result = await take(
      database,
      `timestamp,area,load,solar,wind,load_forecast,solar_forecast,wind_forecast
2026-03-02T00:00Z,DE,50000.5,0,,51000,1,20000
2026-03-02T01:00:00+00:00,DE,,,21000,,,
2026-03-02T01:00+01:00,IT-NORD,19000,,,,,
`,
    )
    expect(result).toEqual({
      lines: 3,
      values: 7,
      weatherDays: 0,
      refused: new Map(),
      changedSlots: 7,
      guessedHours: 0,
    })
    expect(await stored(database)).toEqual({
      'DE load actual 60': [[0, 50_000.5]],
      'DE load tso 60': [[0, 51_000]],
      'DE solar actual 60': [[0, 0]],
      'DE solar tso 60': [[0, 1]],
      'DE wind actual 60': [[1, 21_000]],
      'DE wind tso 60': [[0, 20_000]],
      'IT-NORD load actual 60': [[0, 19_000]],
    })
  })

  test('can have its columns in any order, quotes, blanks, a byte order mark and Windows line ends', async () => {
    const database = await open()
    await take(
      database,
      '\uFEFFwind , area,"timestamp"\r\n 5 ,"PL",2026-03-02T00:00Z\r\n\r\n+1.5e1,PL,2026-03-02T01:00Z',
    )
    expect(await stored(database)).toEqual({
      'PL wind actual 60': [
        [0, 5],
        [1, 15],
      ],
    })
  })

  test('has the steps that its stamps show, column by column', async () => {
    const database = await open()
    await take(
      database,
      `timestamp,area,load,load_forecast
2026-03-01T23:00Z,NL,10000,11000
2026-03-02T00:00Z,NL,10001,11001
2026-03-02T00:15Z,NL,10002,
2026-03-02T00:30Z,NL,10003,
2026-03-02T00:45Z,NL,10004,
`,
    )
    expect(await stored(database)).toEqual({
      'NL load actual 15': [
        [-1, 10_000],
        [0, 10_001],
        [0.25, 10_002],
        [0.5, 10_003],
        [0.75, 10_004],
      ],
      'NL load tso 60': [
        [-1, 11_000],
        [0, 11_001],
      ],
    })
  })

  test('has the step that its step column says, and else says how many hours it had to guess', async () => {
    const database = await open()
    const lines = [
      '2026-03-01T23:45Z,NL,15,9999',
      '2026-03-02T00:00Z,NL,60,10001',
      '2026-03-02T01:00Z,NL,15,10002',
      '2026-03-02T02:00Z,NL,,10003',
      '2026-03-02T03:15Z,NL,15,10004',
    ]
    const result = await take(database, `timestamp,area,step,load\n${lines.join('\n')}\n`)
    expect(result.guessedHours).toBe(1)
    expect(await stored(database)).toEqual({
      'NL load actual 15': [
        [-0.25, 9999],
        [1, 10_002],
        [2, 10_003],
        [3.25, 10_004],
      ],
      'NL load actual 60': [[0, 10_001]],
    })
  })

  test('twice changes nothing and raises no revision', async () => {
    const database = await open()
    const text = 'timestamp,area,load\n2026-03-02T00:00Z,FR,60000\n2026-04-02T00:00Z,FR,1\n'
    const revision = createRevision(database)
    const before = await revision.current()
    await take(database, text)
    expect(await revision.current()).toBe(before + 1)
    expect((await take(database, text)).changedSlots).toBe(0)
    expect(await revision.current()).toBe(before + 1)
  })

  test('replaces what is stored, also at a finer step, and knows its file', async () => {
    const database = await open()
    const quarters = {
      startsAtUtc: MIDNIGHT,
      stepMinutes: 15 as const,
      powerMw: Float64Array.of(1, 2, 3, 4, 5),
    }
    const key = { area: 'AT', quantity: 'solar', kind: 'actual' } as const
    const provenance = { source: 'demo', fetchedAtUtc: 0 }
    await createSeriesStore(database).write([{ ...key, ...quarters }], provenance, 'revise')
    await take(database, 'timestamp,area,solar\n2026-03-02T00:00Z,AT,700\n')
    expect(await stored(database)).toEqual({
      'AT solar actual 15': [[1, 5]],
      'AT solar actual 60': [[0, 700]],
    })
    expect(await database.query('SELECT DISTINCT source FROM chunk')).toEqual([{ source: 'csv values.csv' }])
  })

  test('leaves out what cannot be true, and says how much of which area', async () => {
    const database = await open()
    const result = await take(
      database,
      `timestamp,area,load,load_forecast
2026-03-02T00:00Z,SI,-5,1500
2026-03-02T01:00Z,SI,1600,600000
2026-03-03T00:00Z,SI,1700,1800
`,
    )
    expect(result.refused).toEqual(new Map([['SI', 3]]))
    expect(await stored(database)).toEqual({
      'SI load actual 60': [[1, 1600]],
      'SI load tso 60': [
        [0, 1500],
        [24, 1800],
      ],
    })
  })

  test('that changes while it is read is refused', async () => {
    const database = await open()
    const path = file('timestamp,area,load\n2026-03-02T00:00Z,FR,60000\n')
    const importing = importCsv(path, {
      ...optionsOf(database),
      onProgress: (share) => {
        if (share === 0.5) writeFileSync(path, 'timestamp,area,load\n2026-03-02T00:00Z,FR,70000\n')
      },
    })
    await expect(importing).rejects.toThrow('the file changed while it was read')
    expect(await stored(database)).toEqual({})
  })
})

describe('a bad line stops the whole file', () => {
  let database: Database
  beforeAll(async () => {
    database = await openMemoryDatabase()
  })
  afterAll(() => database.close())

  const good = '2026-03-02T00:00Z,DE,1,2\n'
  const cases: [string, string, RegExp][] = [
    ['decimal comma', '2026-03-02T01:00Z,DE,"1,5",2', /^line 3: "1,5" in the column load is not a number/],
    ['text', '2026-03-02T01:00Z,DE,1,n/a', /^line 3: "n\/a" in the column wind/],
    ['NaN', '2026-03-02T01:00Z,DE,NaN,2', /"NaN"/],
    ['beyond all numbers', '2026-03-02T01:00Z,DE,1e309,2', /"1e309"/],
    ['a group', '2026-03-02T01:00Z,CWE,1,2', /^line 3: CWE is a group/],
    ['an unknown area', '2026-03-02T01:00Z,de,1,2', /^line 3: there is no area "de"/],
    ['no area', '2026-03-02T01:00Z,,1,2', /^line 3: there is no area ""/],
    ['no offset', '2026-03-02T01:00,DE,1,2', /^line 3: "2026-03-02T01:00" is not a time/],
    ['a day that does not exist', '2026-02-30T01:00Z,DE,1,2', /"2026-02-30T01:00Z" is not a time/],
    ['between the quarters', '2026-03-02T01:10Z,DE,1,2', /is not on a quarter/],
    ['a wrong century', '1026-03-02T01:00Z,DE,1,2', /is not between 1990 and 2100/],
    ['too few cells', '2026-03-02T01:00Z,DE,1', /^line 3: it has 3 cells, the header has 4/],
    ['too many cells', '2026-03-02T01:00Z,DE,1,2,', /^line 3: it has 5 cells/],
    ['an open quote', '2026-03-02T01:00Z,"DE,1,2', /^line \d+: it is not valid CSV \(quote not closed\)/],
    ['a quote astray', '2026-03-02T01:00Z,D"E",1,2', /it is not valid CSV/],
    [
      'a stamp again',
      '2026-03-02T01:00+01:00,DE,3,',
      /^line 3: load of DE at 2026-03-02T00:00:00.000Z is already in an earlier line/,
    ],
    [
      'a huge line',
      `2026-03-02T01:00Z,DE,${'1'.repeat(20_000)},2`,
      /it is not valid CSV \(max record size\)/,
    ],
    ['binary', '\u0000\u0001\u0002', /it has 1 cells/],
  ]

  test.each(cases)('%s', async (_title, line, message) => {
    await expect(take(database, `timestamp,area,load,wind\n${good}${line}\n`)).rejects.toThrow(message)
    expect(await stored(database)).toEqual({})
  })

  test.each([
    [
      'a step of another length',
      '2026-03-02T01:00Z,DE,45,1',
      'line 2: the step "45" is not 15, 30 or 60 minutes',
    ],
    [
      'a time between the steps',
      '2026-03-02T01:15Z,DE,30,1',
      'line 2: its time is not a multiple of its step',
    ],
  ])('%s', async (_title, line, message) => {
    await expect(take(database, `timestamp,area,step,load\n${line}\n`)).rejects.toThrow(message)
  })

  const headers: [string, string, RegExp][] = [
    [
      'an unknown column',
      'timestamp,area,price\n',
      /^line 1: there is no column "price"\. The columns are timestamp/,
    ],
    ['a column twice', 'timestamp,area,load,load\n', /load appears twice/],
    ['no area', 'timestamp,load\n', /timestamp, area and at least one/],
    ['no values', 'timestamp,area\n', /at least one column of values/],
    ['nothing', '', /the file is empty/],
    ['no header', good, /there is no column "2026-03-02T00:00Z"/],
  ]
  test.each(headers)('and so does a header with %s', async (_title, text, message) => {
    await expect(take(database, text)).rejects.toThrow(message)
  })

  test('a file that is not there is an error of the file system', async () => {
    await expect(importCsv(join(folder, 'none.csv'), optionsOf(database))).rejects.toThrow('ENOENT')
  })
})

test('any order of the lines gives the same table', async () => {
  const database = await openTestDatabase()
  const lines = ['DE', 'NL'].flatMap((area) =>
    [0, 15, 30, 45, 60, 120, 1440, 1455].map((minute) => {
      const stamp = new Date(MIDNIGHT - 24 * HOUR_MS + minute * 60_000).toISOString()
      return `${stamp},${area},${1000 + minute},${minute % 60 === 0 ? minute : ''}`
    }),
  )
  const read = async (ordered: readonly string[]) => {
    await database.query('DELETE FROM chunk')
    await take(database, `timestamp,area,load,wind\n${ordered.join('\n')}\n`)
    return stored(database)
  }
  const expected = await read(lines)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(lines, { minLength: lines.length }), async (shuffled) => {
      expect(await read(shuffled)).toEqual(expected)
    }),
    { numRuns: 30 },
  )
})
