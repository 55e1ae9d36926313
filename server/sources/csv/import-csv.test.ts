import { writeFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { block } from '#server/testing/blocks.ts'
import { importText, MIDNIGHT, optionsOf, storedValues, writeCsv } from '#server/testing/csv-files.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'

import { importCsv } from './import-csv.ts'

describeOnBothEngines('a CSV file', (open) => {
  test('is stored by area and column; empty is missing, zero is a value', async () => {
    const database = await open()
    const result = await importText(
      database,
      `timestamp,area,load,solar,wind,load_forecast,solar_forecast,wind_forecast
2026-03-02T00:00Z,DE,50000.5,0,,51000,1,20000
2026-03-02T01:00:00+00:00,DE,,,21000,,,
2026-03-02T01:00+01:00,IT_NORD,19000,,,,,
`,
    )
    expect(result).toEqual({
      lines: 3,
      values: 7,
      weatherDays: 0,
      refused: new Map(),
      changedSlots: 7,
      notes: [],
    })
    expect(await storedValues(database)).toEqual({
      'DE load actual 60': [[0, 50_000.5]],
      'DE load tso 60': [[0, 51_000]],
      'DE solar actual 60': [[0, 0]],
      'DE solar tso 60': [[0, 1]],
      'DE wind actual 60': [[1, 21_000]],
      'DE wind tso 60': [[0, 20_000]],
      'IT-NORD load actual 60': [[0, 19_000]],
    })
  })

  test('replaces what is stored, hour by hour and also at a finer step, and knows where it is from', async () => {
    const database = await open()
    const quarters = block({ area: 'AT', quantity: 'solar', kind: 'actual' }, MIDNIGHT, 15, [1, 2, 3, 4, 5])
    await createSeriesStore(database).mirror([quarters], [], { source: 'demo', fetchedAtUtc: 0 })
    await importText(database, 'timestamp,area,solar\n2026-03-02T00:00Z,AT,700\n')
    expect(await storedValues(database)).toEqual({
      'AT solar actual 15': [[1, 5]],
      'AT solar actual 60': [[0, 700]],
    })
    expect(await database.query('SELECT source, step_minutes FROM chunk ORDER BY source')).toEqual([
      { source: 'csv', step_minutes: 60 },
      { source: 'demo', step_minutes: 15 },
    ])
  })

  test('that changes while it is read is refused', async () => {
    const database = await open()
    const path = await writeCsv('timestamp,area,load\n2026-03-02T00:00Z,FR,60000\n')
    const importing = importCsv(path, {
      ...optionsOf(database),
      onProgress: (share) => {
        if (share === 0.5) writeFileSync(path, 'timestamp,area,load\n2026-03-02T00:00Z,FR,70000\n')
      },
    })
    await expect(importing).rejects.toThrow('the file changed while it was read')
    expect(await storedValues(database)).toEqual({})
  })
})

describe('a line of a CSV file', () => {
  test('can have its columns in any order, quotes, blanks, a byte order mark and Windows line ends', async () => {
    const database = await openTestDatabase()
    await importText(
      database,
      '\uFEFFwind , area,"timestamp"\r\n 5 ,"PL",2026-03-02T00:00Z\r\n\r\n+1.5e1,PL,2026-03-02T01:00Z',
    )
    expect(await storedValues(database)).toEqual({
      'PL wind actual 60': [
        [0, 5],
        [1, 15],
      ],
    })
  })

  test('has the steps that its stamps show, column by column', async () => {
    const database = await openTestDatabase()
    await importText(
      database,
      `timestamp,area,load,load_forecast
2026-03-01T23:00Z,NL,10000,11000
2026-03-02T00:00Z,NL,10001,11001
2026-03-02T00:15Z,NL,10002,
2026-03-02T00:30Z,NL,10003,
2026-03-02T00:45Z,NL,10004,
`,
    )
    expect(await storedValues(database)).toEqual({
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
    const database = await openTestDatabase()
    const lines = [
      '2026-03-01T23:45Z,NL,15,9999',
      '2026-03-02T00:00Z,NL,60,10001',
      '2026-03-02T01:00Z,NL,15,10002',
      '2026-03-02T02:00Z,NL,,10003',
      '2026-03-02T03:15Z,NL,15,10004',
    ]
    const result = await importText(database, `timestamp,area,step,load\n${lines.join('\n')}\n`)
    expect(result.notes).toContain('The step of 1 hour had to be guessed.')
    expect(await storedValues(database)).toEqual({
      'NL load actual 15': [
        [-0.25, 9999],
        [1, 10_002],
        [2, 10_003],
        [3.25, 10_004],
      ],
      'NL load actual 60': [[0, 10_001]],
    })
  })

  test('leaves out what cannot be true, and says how much of which area', async () => {
    const database = await openTestDatabase()
    const result = await importText(
      database,
      `timestamp,area,load,load_forecast
2026-03-02T00:00Z,SI,-5,1500
2026-03-02T01:00Z,SI,1600,600000
2026-03-03T00:00Z,SI,1700,1800
`,
    )
    expect(result.refused).toEqual(new Map([['SI', 3]]))
    expect(await storedValues(database)).toEqual({
      'SI load actual 60': [[1, 1600]],
      'SI load tso 60': [
        [0, 1500],
        [24, 1800],
      ],
    })
  })
})

describe('the size of values', () => {
  type Cells = (hour: number) => string
  const hours = (count: number, columns: string, area: string, cells: Cells, from = MIDNIGHT) => {
    const stamp = (hour: number) => new Date(from + hour * HOUR_MS).toISOString()
    const lines = Array.from({ length: count }, (_, hour) => `${stamp(hour)},${area},${cells(hour)}`)
    return [`timestamp,area,${columns}`, ...lines, ''].join('\n')
  }
  const day = (columns: string, area: string, cells: Cells, from = MIDNIGHT) =>
    hours(24, columns, area, cells, from)
  async function openChecked() {
    const database = await openTestDatabase()
    return {
      database,
      bring: async (text: string) =>
        importCsv(await writeCsv(text), { ...optionsOf(database), mayBeOdd: false }),
    }
  }

  test.each([
    [
      'load with dots for thousands',
      day('load', 'DE', (hour) => (43.011 + hour / 10).toFixed(3)),
      /^line 2: load of DE is 44\.2\d* MW in its median here, and usually about 53700 MW\. Perhaps dots separate thousands \(.*\), or it is in GW: multiply it by 1000\. .* import the file with --yes\.$/,
    ],
    [
      'wind with dots for thousands',
      day('wind', 'DE', (hour) => `12.0${hour + 10}`),
      /^line 2: wind of DE is 12\.033 MW at most here, and reaches up to 80400 MW\. Perhaps dots/,
    ],
    [
      'a small area, where some values are below a thousand',
      day('load_forecast', 'SI', (hour) => (hour < 4 ? '950' : '1.450')),
      /^line 2: load_forecast of SI is 1\.45 MW in its median/,
    ],
    ['GW', day('load', 'FR', () => '61.2345'), /Perhaps it is in GW: multiply it by 1000\./],
    [
      'kW',
      day('load', 'MK', () => '440000'),
      /load of MK is 440000 MW in its median here.* it is in kW: divide it by 1000/,
    ],
    [
      'sun in kW',
      day('solar', 'SI', (hour) => String(Math.max(0, 5 - Math.abs(hour - 11)) * 60_000)),
      /^line 9: solar of SI is 180000 MW in its median here, and reaches up to 1600 MW\. Perhaps it is in kW/,
    ],
    [
      'wind in kW',
      day('wind_forecast', 'AT', () => '310000'),
      /^line 2: wind_forecast of AT is 310000 MW in its median/,
    ],
  ])('is refused: %s; and stored where someone says that it is right', async (_title, text, message) => {
    const { database, bring } = await openChecked()
    await expect(bring(text)).rejects.toThrow(message)
    expect(await storedValues(database)).toEqual({})
    expect((await importText(database, text)).changedSlots).toBe(24)
  })

  test('is refused before single values that cannot be true are left out', async () => {
    const { bring } = await openChecked()
    const kilowatts = (hour: number) => String(1000 * Math.max(0, 60_000 - 10_000 * Math.abs(hour - 12)))
    await expect(bring(day('load', 'DE', (hour) => String(45_000_000 + hour)))).rejects.toThrow(/kW: divide/)
    await expect(bring(day('solar', 'DE', kilowatts))).rejects.toThrow(/kW: divide it by 1000/)
  })

  const sun = (noon: number) => (hour: number) => (hour >= 8 && hour < 15 ? String(noon) : '0')
  const but = (usual: number, at: number, odd: number) => (hour: number) => String(hour === at ? odd : usual)
  test.each([
    ['sun of a winter day in GW', day('solar', 'DE', sun(6.5)), /^line 10: .*GW: multiply it by 1000/],
    ['six hours of wind in GW', hours(6, 'wind', 'DE', () => '12.5'), /^line 2: .*GW: multiply it by 1000/],
    ['too much wind', day('wind', 'DE', () => '450000'), /^line 2: .*450000 MW here.* in another unit\./],
    ['too much sun', day('solar', 'SI', sun(8000)), /^line 10: .*8000 MW here.* in another unit\./],
    ['a single peak', day('wind', 'AT', but(900, 7, 30_000)), /^line 9: wind of AT is 30000 MW here/],
    ['little sun in kW', day('solar', 'DE', sun(3_000_000)), /Perhaps it is in kW: divide it by 1000/],
    ['a lull in kW', day('wind', 'DE', () => '2000000'), /Perhaps it is in kW: divide it by 1000/],
    ['ten times the load', day('load', 'SI', () => '15000'), /Perhaps it is in another unit\./],
    ['energy of a day', day('load', 'DE', () => '1200000'), /Perhaps it is in another unit\./],
    [
      'a day in GW among others',
      hours(240, 'load', 'SI', (hour) => (hour < 215 ? '1300' : '1.3'), MIDNIGHT - 240 * HOUR_MS),
      /^line 217: load of SI is about a thousandth of .*GW: multiply it by 1000/,
    ],
    [
      'a day in energy of a quarter hour among others',
      hours(240, 'load', 'SI', (hour) => (hour >= 47 && hour < 71 ? '340' : '1300')),
      /^line 49: load of SI is about a quarter of .* per quarter hour: multiply it by 4/,
    ],
  ])('is refused: %s', async (_title, text, message) => {
    const { database, bring } = await openChecked()
    await expect(bring(text)).rejects.toThrow(message)
    expect(await storedValues(database)).toEqual({})
  })

  test.each([
    ['a night', day('load,solar,wind', 'DE', () => '35000,0,900')],
    ['a calm dark day', day('solar,wind', 'AT', (hour) => `${hour === 12 ? 40 : 0},11`)],
    ['wind power that stands still', day('wind', 'SI', () => '0.004')],
    ['a fleet that has grown tenfold', day('solar', 'RS', (hour) => (hour === 12 ? '1900' : '900'))],
    ['a peak that cannot be', day('wind', 'GR', (hour) => (hour === 7 ? '999999' : '900'))],
    ['some hours of calm', hours(8, 'wind', 'AT', () => '4')],
    ['a summer evening', hours(5, 'solar', 'DE', (hour) => String(80 - 20 * hour))],
    ['a broken hour', day('load', 'DE', (hour) => (hour === 7 ? '12' : '51000'))],
    ['hours that cannot be true', day('load', 'DE', (hour) => (hour === 7 ? '900000' : '51000'))],
  ])('is right: %s', async (_title, text) => {
    const { bring } = await openChecked()
    expect((await bring(text)).values).toBeGreaterThan(4)
  })

  test.each([
    [0.25, /^line 2: load of DE is .* MWh per quarter hour: .* by 4\..* --yes\.$/],
    [0.5, /^line 2: load of DE is about half .* MWh per half hour: .* by 2\./],
    [2, /^line 2: load of DE is about twice .* two half hours were added up: .* by 2\./],
    [4, /^line 2: load of DE is .* four quarter hours were added up: .* by 4\./],
  ])('is refused where it is %d times the load of such hours', async (factor, message) => {
    const { database, bring } = await openChecked()
    // A winter's and a summer's working day of Germany, by its mean load alone.
    const january = (hour: number) => factor * (58_000 + 9000 * Math.sin(((hour - 7) / 12) * Math.PI))
    const july = (hour: number) => factor * (51_000 + 9000 * Math.sin(((hour - 7) / 12) * Math.PI))
    for (const [cells, from] of [
      [january, Date.UTC(2026, 0, 14)],
      [july, Date.UTC(2025, 6, 16)],
    ] as const)
      await expect(bring(day('load', 'DE', (hour) => cells(hour).toFixed(1), from))).rejects.toThrow(message)
    // Sun and wind vary too much for it, except where the hours are stored.
    const feedIn = (share: number) => day('wind', 'DE', (hour) => String(share * (9000 + 700 * hour)))
    await bring(feedIn(1))
    expect((await bring(feedIn(1.2))).changedSlots).toBe(24)
    await expect(bring(feedIn(1.2 * factor))).rejects.toThrow(/^line 2: wind of DE is/)
    expect(Object.keys(await storedValues(database))).toEqual(['DE wind actual 60'])
  })

  test('is measured against what is stored, where something is', async () => {
    const { database, bring } = await openChecked()
    await importText(
      database,
      day('load', 'BA', () => '12000'),
    )
    const later = day('load', 'BA', () => '1500', MIDNIGHT - 24 * HOUR_MS)
    await expect(bring(later)).rejects.toThrow('and usually about 12000 MW')
  })
})

test('a value a day is refused, unless the step says that it is one of an hour', async () => {
  const database = await openTestDatabase()
  // Local midnights around the clock change, with a day missing.
  const stamps = ['2025-03-29T00:00+01:00', '2025-03-30T00:00+01:00', '2025-04-01T00:00+02:00']
  const bring = (head: string, cells: string) =>
    importText(
      database,
      `timestamp,area,${head}\n${stamps
        .toReversed()
        .map((stamp) => `${stamp},${cells}\n`)
        .join('')}`,
    )
  const message = /^line 4: load of DE has one value a day\..* a line for each hour.* step with 60\./
  await expect(bring('load,wind', 'DE,50000,')).rejects.toThrow(message)
  await expect(bring('temperature_forecast', 'DE,7')).rejects.toThrow(
    'temperature_forecast of DE has one value',
  )
  expect((await bring('step,load', 'DE,60,50000')).changedSlots).toBe(3)
})

test('an hour that lacks a part of its values is counted, and lines can end in several ways', async () => {
  const database = await openTestDatabase()
  const text = [
    'timestamp,area,load,solar\n2026-03-02T10:00Z,BE,9000,100\r\n2026-03-02T10:30Z,BE,9100,\n',
    '2026-03-02T11:00Z,BE,9200,150\r2026-03-02T11:30Z,BE,9300,200\r\n',
  ]
  const partial = (count: number) =>
    `Hours of a series that lack a part of their values, and are missing where hours are shown: ${count}.`
  expect(await importText(database, text.join(''))).toMatchObject({
    lines: 4,
    values: 7,
    notes: ['The step of 1 hour had to be guessed.', partial(1)],
  })
  const quarters =
    'timestamp,area,load\n2026-03-02T00:00Z,DE,1\n2026-03-02T00:15Z,DE,1\n2026-03-02T01:00Z,FR,1\n'
  expect(await importText(database, quarters)).toMatchObject({ values: 3, notes: [partial(1)] })
})

const hourly = (cells: (hour: number) => string, end = '\n') =>
  `timestamp,area,load\n${Array.from(
    { length: 24 },
    (_, hour) => `2026-03-02T${String(hour).padStart(2, '0')}:00Z,SI,${cells(hour)}`,
  ).join('\n')}${end}`

test('a quarter hour among hours is refused with its line', async () => {
  const database = await openTestDatabase()
  const text = hourly(() => '1300').replace('\n2026-03-02T06', '\n2026-03-02T05:15Z,SI,1300\n2026-03-02T06')
  await expect(importText(database, text)).rejects.toThrow(
    /^line 8: load of SI has values of whole hours around this one.* column step/,
  )
  expect(await storedValues(database)).toEqual({})
})

test.each([3, 12])('a value every %d hours is refused', async (hours) => {
  const stamps = Array.from({ length: 12 }, (_, index) =>
    new Date(MIDNIGHT + index * hours * HOUR_MS).toISOString(),
  )
  const text = `timestamp,area,load\n${stamps.map((stamp) => `${stamp},SI,1300\n`).join('')}`
  await expect(importText(await openTestDatabase(), text)).rejects.toThrow(
    `line 2: load of SI has one value every ${hours} hours.`,
  )
})

test('a value every 3 hours after hours is refused with its line', async () => {
  const stamps = [...Array(24).keys(), ...Array.from({ length: 8 }, (_, index) => 24 + 3 * index)].map(
    (hour) => new Date(MIDNIGHT + (hour - 1) * HOUR_MS).toISOString(),
  )
  const text = `timestamp,area,load\n${stamps.map((stamp) => `${stamp},SI,1300\n`).join('')}`
  const database = await openTestDatabase()
  await expect(importText(database, text)).rejects.toThrow('line 26: load of SI has one value every 3 hours.')
  expect(await storedValues(database)).toEqual({})
})

test('a last line that was cut off gets a word', async () => {
  const notesOf = async (text: string) => (await importText(await openTestDatabase(), text)).notes
  const cut = (hour: number) => (hour === 23 ? '1' : '1300')
  const word =
    'Line 25 has no line end, and its load of SI is 1 MW after 1300 MW: perhaps the file was cut off.'
  expect(await notesOf(hourly(cut, ''))).toEqual([word])
  expect(await notesOf(hourly(cut))).toEqual([])
  expect(await notesOf(hourly(() => '1300', ''))).toEqual([])
})
