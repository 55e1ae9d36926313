import { describe, expect, test } from 'vitest'

import { ACCURACY_PATH, RUNS_PATH } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import { DAY_SHEET_PATH, PEAKS_PATH } from '#contract/forecast.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { QUANTITIES } from '#server/series/series.ts'
import { refusalOf } from '#server/testing/app.ts'
import { block, storeValues } from '#server/testing/blocks.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { MAP_BODY, NOW, startForecastServer } from '#server/testing/forecast-server.ts'
import { runOf, withFinalLoad } from '#server/testing/run-of.ts'

describeOnBothEngines('the map’s call', (open) => {
  test('answers the delivery day of time[1], by country and hour @§3.7-2,3 @§7.3-3', async () => {
    const server = await startForecastServer(await open())
    await server.store.add([runOf('DE', '2025-06-10'), runOf('DE', '2025-06-11')])
    await server.fill('DE', 'tso', { load: 2000, solar: 100, wind: 200 }, '2025-06-10', '2025-06-11')
    const answer = await server.map()
    expect(Object.keys(answer)).toEqual([...FORECAST_COUNTRIES])
    expect(Object.keys(answer['de'] ?? {})).toHaveLength(24)
    expect(answer['de']?.['00:00']).toEqual({
      TSO: 1700,
      Instance_Today: 1000,
      Instance_Tomorrow: 1000,
      Final_Value: 1500,
    })
    expect(answer['de']?.['23:00']).toMatchObject({ Instance_Tomorrow: 1023, Final_Value: 1523 })
    const nothing = { TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: null }
    expect(answer['hu']?.['12:00']).toEqual(nothing)
  })
})

describe('days and runs of the map’s call', () => {
  test('gives null for what is not published, never a part of it', async () => {
    const server = await startForecastServer(await openTestDatabase())
    const run = runOf('DE', '2025-06-11')
    run.hours.model.wind[12] = null
    await server.store.add([run])
    await server.fill('DE', 'tso', { load: 2000, solar: 100 }, '2025-06-11', '2025-06-11')
    const { de } = await server.map()
    expect(de?.['12:00']).toEqual({
      TSO: null,
      Instance_Today: null,
      Instance_Tomorrow: null,
      Final_Value: 1512,
    })
  })

  test('gives null for an hour that lacks a quarter, as the accuracy does', async () => {
    const server = await startForecastServer(await openTestDatabase())
    const quarters = Array.from({ length: 24 * 4 }, (_, quarter) => (quarter === 4 * 10 + 1 ? NaN : 500))
    const startsAtUtc = timeOfDay('2025-06-11')
    const blocks = QUANTITIES.map((quantity) =>
      block(
        { area: 'DE', quantity, kind: 'tso' },
        startsAtUtc,
        15,
        quantity === 'solar' ? quarters : [...quarters].fill(500),
      ),
    )
    await storeValues(server.series, NOW, blocks)
    const expected = Array.from({ length: 24 }, (_, hour) => (hour === 10 ? null : -500))
    expect(Object.values((await server.map())['de'] ?? {}).map(({ TSO }) => TSO)).toEqual(expected)
    expect((await server.accuracy({ area: 'DE' })).hours.map(({ tso }) => tso)).toEqual(expected)
  })

  test('takes the day in the zone of the reader', async () => {
    const server = await startForecastServer(await openTestDatabase())
    await server.store.add([runOf('DE', '2025-06-10'), runOf('DE', '2025-06-11')])
    const brussels = await server.map()
    const utc = await server.map(MAP_BODY, 'UTC')
    expect(utc['de']?.['00:00']?.Final_Value).toBe(brussels['de']?.['02:00']?.Final_Value)
    // The last two hours of the day in UTC lie beyond the market's.
    expect(utc['de']?.['23:00']?.Final_Value).toBe(1525)
    expect(utc['de']?.['00:00']?.Instance_Today).toBe(1002)
    const athens = await server.map(MAP_BODY, 'Europe/Athens')
    expect(athens['de']?.['00:00']?.Final_Value).toBe(1523)
  })

  test('leaves out the hour that a day lacks, and takes the first of one that it has twice', async () => {
    const server = await startForecastServer(await openTestDatabase())
    const days = ['2025-03-29', '2025-03-30', '2025-10-25', '2025-10-26']
    await server.store.add(days.map((day) => runOf('DE', day)))
    const spring = await server.map({ ...MAP_BODY, time: ['2025-03-29 00:00', '2025-03-30 00:00'] })
    expect(Object.keys(spring['de'] ?? {})).toHaveLength(23)
    expect(spring['de']?.['02:00']).toBeUndefined()
    expect(spring['de']?.['03:00']).toMatchObject({ Instance_Today: 1003, Instance_Tomorrow: 1002 })
    const autumn = await server.map({ ...MAP_BODY, time: ['2025-10-25 00:00', '2025-10-26 00:00'] })
    expect(Object.keys(autumn['de'] ?? {})).toHaveLength(24)
    expect(autumn['de']?.['02:00']).toMatchObject({ Instance_Tomorrow: 1002 })
    expect(autumn['de']?.['03:00']).toMatchObject({ Instance_Today: 1003, Instance_Tomorrow: 1004 })
  })

  test('paints a day from its own runs only, not from the tail of the day before', async () => {
    const server = await startForecastServer(await openTestDatabase())
    await server.store.add([runOf('DE', '2025-06-10')])
    await server.fill('DE', 'tso', { load: 2000, solar: 100, wind: 200 }, '2025-06-10', '2025-06-11')
    const nothing = { Instance_Tomorrow: null, Final_Value: null }
    for (const zone of ['Europe/Brussels', 'Europe/Athens', 'Europe/Lisbon', 'America/New_York']) {
      const { de } = await server.map(MAP_BODY, zone)
      for (const entry of Object.values(de ?? {})) expect([zone, entry]).toMatchObject([zone, nothing])
      expect(de?.['12:00']?.Instance_Today).not.toBeNull()
      const accuracy = await server.accuracy({ area: 'DE', day: '2025-06-11' }, zone)
      expect(accuracy.hours.filter(({ final, p10 }) => final !== null || p10 !== null)).toEqual([])
    }
    // West of the market the day ends in the two hours that its own run reaches beyond it.
    const lisbon = await server.map(
      { ...MAP_BODY, time: ['2025-06-09 00:00', '2025-06-10 00:00'] },
      'Europe/Lisbon',
    )
    expect(lisbon['de']?.['23:00']?.Final_Value).toBe(1524)
  })

  test('answers with the newest run where none was made before the auction', async () => {
    const server = await startForecastServer(await openTestDatabase())
    const late = runOf('DE', '2025-06-11', { kind: 'early', issuedAtUtc: Date.parse('2025-06-10T12:00Z') })
    await server.store.add([runOf('DE', '2025-06-10', { kind: 'early', isReplayed: true }), late])
    const early = { run: 'early' }
    expect(await server.dayForecast(early)).toEqual(await server.map())
    expect((await server.dayForecast(early))['de']?.['05:00']?.Final_Value).toBe(1505)
    expect(await server.runs({ run: 'early' })).toMatchObject({ kinds: [], runs: { de: { kind: 'early' } } })
    expect((await server.accuracy({ area: 'DE', run: 'early' })).hours[5]?.final).toBe(1505)
    // Where another country has one, this one has none.
    await server.store.add([runOf('BE', '2025-06-11', { kind: 'early', isReplayed: true })])
    const { de, be } = await server.dayForecast(early)
    expect([de?.['05:00']?.Final_Value, be?.['05:00']?.Final_Value]).toEqual([null, 1505])
  })

  test('answers with the run that counted before', async () => {
    const server = await startForecastServer(await openTestDatabase())
    const early = runOf('DE', '2025-06-11', { kind: 'early', issuedAtUtc: Date.parse('2025-06-10T06:50Z') })
    await server.store.add([withFinalLoad(early, 700)])
    const previous = { run: 'previous' }
    expect((await server.dayForecast(previous))['de']?.['05:00']?.Final_Value).toBeNull()
    expect(await server.runs(previous)).toMatchObject({ kinds: ['early'], runs: {} })
    await server.store.add([runOf('DE', '2025-06-11')])
    expect((await server.dayForecast(previous))['de']?.['05:00']?.Final_Value).toBe(500)
    expect((await server.runs(previous)).runs['de']?.issuedAt).toBe('2025-06-10T06:50:00Z')
  })
})

describeOnBothEngines('the accuracy’s call', (open) => {
  test('scores the last 28 days on the same hours', async () => {
    const server = await startForecastServer(await open())
    const days = Array.from({ length: 40 }, (_, back) => addDays('2025-06-11', -back))
    await server.store.add(
      days.map((day) => runOf('DE', day, { defects: [{ quantity: 'load', text: 'Broken.' }] })),
    )
    await server.fill('DE', 'actual', { load: 1700, solar: 100, wind: 100 }, '2025-04-01', '2025-06-09')
    await server.fill('DE', 'tso', { load: 1800, solar: 120, wind: 80 }, '2025-04-01', '2025-06-11')
    const answer = await server.accuracy({ area: 'DE' })
    expect(answer).toMatchObject({
      country: 'de',
      day: '2025-06-11',
      run: { note: 'note of 2025-06-11', kind: 'complete', isLate: false, issuedAt: '2025-06-10T15:00:00Z' },
      defects: [{ quantity: 'load', text: 'Broken.' }],
    })
    // Model 1000 + h and final 1500 + h against 1500; the TSO 1600.
    expect(answer.scores).toEqual({
      fromDay: '2025-05-13',
      toDay: '2025-06-09',
      days: 28,
      replayedDays: 0,
      suspiciousDays: 0,
      hours: 28 * 24,
      tsoForecast: 'published',
      tsoMaeMw: 100,
      modelMaeMw: 488.5,
      finalMaeMw: 11.5,
      meanLoadMw: 1700,
      bandCoverage: 1,
      uploaded: [],
    })
    expect(answer.hours).toHaveLength(24)
    expect(answer.hours[1]).toEqual({
      startsAt: '2025-06-10T23:00:00Z',
      tso: 1600,
      model: 1001,
      final: 1501,
      p10: 1400,
      p90: 1650,
      actual: null,
    })
    expect(answer.yesterday.day).toBe('2025-06-09')
    expect(answer.yesterday.hours[2]).toEqual({
      startsAt: '2025-06-09T00:00:00Z',
      tso: 1600,
      final: 1502,
      actual: 1500,
      p10: 1400,
      p90: 1650,
    })
  })

  test('gives what was said before the auction, of a day whose complete run is there', async () => {
    const server = await startForecastServer(await open())
    const early = (issued: string, final: number) =>
      withFinalLoad(
        runOf('DE', '2025-06-11', { kind: 'early', issuedAtUtc: Date.parse(issued) }),
        final + 200,
      )
    const weather = {
      model: 'ecmwf_ifs',
      runUtc: Date.parse('2025-06-10T00:00Z'),
      knownAtUtc: Date.parse('2025-06-10T06:40Z'),
      isUsed: true,
    }
    await server.store.add([
      early('2025-06-10T06:50Z', 7000),
      { ...early('2025-06-10T09:59Z', 8000), weather },
      early('2025-06-10T12:00Z', 9000),
      runOf('DE', '2025-06-11'),
    ])
    const said = await server.dayForecast({ run: 'early' })
    expect(await server.dayForecast({})).toEqual(await server.map())
    expect(await server.dayForecast({ day: '2025-06-11' })).toEqual(await server.map())
    expect(said['de']?.['05:00']).toMatchObject({ Final_Value: 8000 })
    expect((await server.map())['de']?.['05:00']).toMatchObject({ Final_Value: 1505 })
    const accuracy = await server.accuracy({ area: 'DE', run: 'early' })
    expect(accuracy.run).toMatchObject({
      kind: 'early',
      issuedAt: '2025-06-10T09:59:00Z',
      weather: { model: 'ecmwf_ifs', run: '2025-06-10T00:00:00Z', knownAt: '2025-06-10T06:40:00Z' },
    })
    expect(accuracy.hours[0]?.final).toBe(8000)
    expect((await server.accuracy({ area: 'DE' })).run).toMatchObject({ kind: 'complete', weather: null })
    const runs = await server.runs({ run: 'early' })
    expect(runs.kinds).toEqual(['early', 'complete'])
    expect(runs.runs['de']?.issuedAt).toBe('2025-06-10T09:59:00Z')
    expect((await server.runs({})).runs['de']?.kind).toBe('complete')
    // As of an earlier moment the last run made by then answers at every door.
    const then = { as_of: '2025-06-10T13:00:00Z' }
    expect(await server.runs(then)).toMatchObject({
      kinds: ['early'],
      runs: { de: { issuedAt: '2025-06-10T12:00:00Z' } },
    })
    expect((await server.dayForecast(then))['de']?.['05:00']).toMatchObject({ Final_Value: 9000 })
    expect((await server.accuracy({ area: 'DE', ...then })).hours[0]?.final).toBe(9000)
    const sheet = DaySheetAnswerSchema.parse(
      (await server.get(DAY_SHEET_PATH, { day: '2025-06-11', as_of: '2025-06-10T09:00:00Z' })).json(),
    )
    const row = sheet.rows.find(({ code, quantity }) => code === 'de' && quantity === 'load')
    expect(row?.figures.baseMw).toBe(7200)
    expect((await server.get(RUNS_PATH, { as_of: 'noon' })).json()).toEqual({
      error: expect.stringMatching(/^as_of must be a time that exists, /),
    })
    expect((await server.get(RUNS_PATH, { run: 'late' })).json()).toEqual({
      error: 'run must be one of early, complete, previous.',
    })
  })
})

describe('days and kinds of the accuracy’s call', () => {
  test('scores each kind of run by its own past, and an early one by early ones', async () => {
    const server = await startForecastServer(await openTestDatabase())
    const past = Array.from({ length: 30 }, (_, back) => addDays('2025-06-10', -back))
    const earlyOf = (day: string) => withFinalLoad(runOf('DE', day, { kind: 'early' }), 2000)
    await server.store.add(past.flatMap((day) => [earlyOf(day), runOf('DE', day)]))
    await server.store.add([earlyOf('2025-06-11')])
    await server.fill('DE', 'actual', { load: 1700, solar: 100, wind: 100 }, '2025-04-01', '2025-06-09')
    const early = await server.accuracy({ area: 'DE' })
    // Early 1800 and complete 1500 + h, against 1500.
    expect(early.run?.kind).toBe('early')
    expect(early.scores).toMatchObject({ finalMaeMw: 300, toDay: '2025-06-09' })
    await server.store.add([runOf('DE', '2025-06-11')])
    const complete = await server.accuracy({ area: 'DE' })
    expect(complete.scores).toMatchObject({ finalMaeMw: 11.5, toDay: '2025-06-09' })
  })

  test('answers for another day, and for one without runs', async () => {
    const server = await startForecastServer(await openTestDatabase())
    await server.store.add([runOf('DE', '2025-06-05', { isReplayed: true })])
    const kept = await server.accuracy({ area: 'DE', day: '2025-06-05' })
    // A replay stands for the time at which a run of its kind was due, whenever it was computed.
    expect(kept.run).toMatchObject({
      isReplayed: true,
      note: 'note of 2025-06-05',
      as_of: '2025-06-04T16:00:00Z',
    })
    const [issuedAtUtc, informationUtc] = [Date.parse('2025-06-05T07:00Z'), Date.parse('2025-06-05T03:00Z')]
    await server.store.add([runOf('DE', '2025-06-06', { kind: 'early', issuedAtUtc, informationUtc })])
    const short = await server.accuracy({ area: 'DE', day: '2025-06-06' })
    expect(short.run?.note).toBe(
      'note of 2025-06-06; knew the load of the day before until 5:00, 3 h less than usual',
    )
    const none = await server.accuracy({ area: 'GR', day: '2024-10-27' }, 'Europe/Athens')
    expect(none.run).toBeNull()
    expect(none.hours).toHaveLength(25)
    expect(none.scores).toMatchObject({ fromDay: null, toDay: null, hours: 0, finalMaeMw: null })
    expect((await server.get(ACCURACY_PATH, { area: 'FR' })).json()).toEqual({
      error: expect.stringMatching(/^area must be one of /),
    })
    expect((await server.get(ACCURACY_PATH, { area: 'DE', day: '2025-02-30' })).statusCode).toBe(400)
  })
})

test('as of an earlier time, accuracy and peaks know only what had ended and what had been made', async () => {
  const server = await startForecastServer(await openTestDatabase())
  await server.store.add([
    runOf('DE', '2025-06-07'),
    runOf('DE', '2025-06-08'),
    // Made later, in place of the one above.
    runOf('DE', '2025-06-08', { issuedAtUtc: NOW, isReplayed: false }),
    runOf('DE', '2025-06-09'),
  ])
  await server.fill('DE', 'actual', { load: 1700, solar: 100, wind: 100 }, '2025-05-01', '2025-06-07')
  await server.fill('DE', 'actual', { load: 1900, solar: 100, wind: 100 }, '2025-06-08', '2025-06-08')
  await server.fill('DE', 'actual', { load: 1800, solar: 100, wind: 100 }, '2025-06-09', '2025-06-09')
  const scored = async (asOf?: string) => {
    const { scores, yesterday } = await server.accuracy({ area: 'DE', as_of: asOf })
    const { countries } = await server.leaders({ as_of: asOf })
    const over = await server.overTime({ area: 'DE', as_of: asOf })
    const leader = countries.find(({ country }) => country === 'de')?.periods[1]?.complete
    expect(leader).toEqual(scores)
    expect(over.periods[1]?.complete).toMatchObject(scores)
    return { toDay: scores.toDay, hours: scores.hours, yesterday: yesterday.day }
  }
  expect(await scored()).toEqual({ toDay: '2025-06-09', hours: 72, yesterday: '2025-06-09' })
  // 06:00 in Brussels, of a day that is not over.
  const morning = '2025-06-09T04:00:00Z'
  expect(await scored(morning)).toEqual({ toDay: '2025-06-08', hours: 48, yesterday: '2025-06-08' })
  expect(await scored('2025-06-06T17:00:00Z')).toMatchObject({ hours: 0 })
  const peak = async (asOf?: string) => (await server.get(PEAKS_PATH, { as_of: asOf })).json<unknown>()
  expect(await peak()).toMatchObject({ de: 1700 })
  expect(await peak('2025-06-07T22:00:00Z')).toMatchObject({ de: 1500 })
})

describeOnBothEngines('the peaks’ call', (open) => {
  test('gives the highest hour of the 12 months before the day, and null without any', async () => {
    const server = await startForecastServer(await open())
    const fill = (load: number, day: string) =>
      server.fill('DE', 'actual', { load, solar: 100, wind: 200 }, day, day)
    await fill(9000, '2024-06-10')
    await fill(5000, '2024-06-11')
    await fill(4000, '2025-06-09')
    await fill(9000, '2025-06-11')
    const peaks = (await server.get(PEAKS_PATH, {})).json()
    expect(Object.keys(peaks)).toEqual([...FORECAST_COUNTRIES])
    expect(peaks).toMatchObject({ de: 4700, hu: null })
    expect((await server.get(PEAKS_PATH, { day: '2025-06-12' })).json()).toMatchObject({ de: 8700 })
  })

  test('leaves out days of suspicious actual values', async () => {
    const server = await startForecastServer(await open())
    const power = (load: number) => ({ load, solar: 100, wind: 200 })
    await server.fill('DE', 'actual', power(5000), '2025-03-01', '2025-06-08')
    await server.fill('DE', 'tso', power(5000), '2025-03-01', '2025-06-08')
    await server.fill('DE', 'actual', power(6000), '2025-04-20', '2025-04-20')
    // One TSO counted twice on two days in a row.
    await server.fill('DE', 'actual', power(9000), '2025-05-20', '2025-05-21')
    const peaks = (await server.get(PEAKS_PATH, { day: '2025-06-09' })).json()
    expect(peaks).toMatchObject({ de: 5700 })
  })
})

describeOnBothEngines('the day sheet’s call', (open) => {
  test('gives the figures of a market day of 23 and 25 hours, and null for what is not known', async () => {
    const server = await startForecastServer(await open())
    await server.store.add(['2025-03-29', '2025-03-30', '2025-10-26'].map((day) => runOf('DE', day)))
    await server.fill('DE', 'tso', { load: 2000 }, '2025-03-30', '2025-03-30')
    const sheet = async (day: string) =>
      DaySheetAnswerSchema.parse((await server.get(DAY_SHEET_PATH, { day })).json())
    const rowOf = ({ rows }: Awaited<ReturnType<typeof sheet>>, code: string, quantity: string) =>
      rows.find((row) => row.code === code && row.quantity === quantity)
    const spring = await sheet('2025-03-30')
    expect(spring.hours).toBe(23)
    expect(rowOf(spring, 'de', 'load')).toMatchObject({
      knownHours: 23,
      figures: { lowest: { valueMw: 1700, clock: '00:00' }, ramp: { valueMw: 3, clock: '04:00' } },
      // Its hours 0 to 22, against 0 to 23 of the day before, and against 2,000 MW.
      toToday: { baseMw: -0.5 },
      toTso: { baseMw: 1711 - 2000 },
    })
    expect(rowOf(spring, 'de', 'wind')?.toTso.baseMw).toBeNull()
    expect(rowOf(spring, 'hu', 'wind')).toMatchObject({ knownHours: 0, figures: { highest: null } })
    expect(rowOf(spring, 'all', 'load')?.without).toContain('hu')
    const autumn = await sheet('2025-10-26')
    expect(autumn.hours).toBe(25)
    expect(rowOf(autumn, 'de', 'load')).toMatchObject({ knownHours: 25, toToday: { baseMw: null } })
  })
})

describeOnBothEngines('the runs’ call', (open) => {
  test('gives the days that have runs, and the run behind each country', async () => {
    const server = await startForecastServer(await open())
    expect(await server.runs({})).toEqual({
      day: '2025-06-11',
      firstDay: null,
      lastDay: null,
      kinds: [],
      runs: {},
    })
    await server.store.add([
      runOf('DE', '2025-05-01'),
      runOf('DE', '2025-06-11', { kind: 'early', missingInputs: ['wind forecast'], isLate: true }),
      runOf('BE', '2025-06-11'),
      runOf('FR', '2025-06-11'),
    ])
    const { firstDay, lastDay, runs } = await server.runs({ day: '2025-06-11' }, 'Europe/Lisbon')
    expect([firstDay, lastDay]).toEqual(['2025-05-01', '2025-06-11'])
    expect(Object.keys(runs)).toEqual(['de', 'be'])
    expect(runs['de']).toEqual({
      issuedAt: '2025-06-10T15:00:00Z',
      informationTime: '2025-06-10T06:00:00Z',
      as_of: '2025-06-10T15:00:00Z',
      kind: 'early',
      isLate: true,
      isReplayed: false,
      usedInputs: ['load forecast', 'recent actuals'],
      missingInputs: ['wind forecast'],
      uploads: [],
      weather: null,
      note: 'note of 2025-06-11',
    })
  })
})

test('the map’s call refuses what it cannot answer, in one sentence', async () => {
  const server = await startForecastServer(await openTestDatabase())
  const refused: [object, string | RegExp][] = [
    [
      { ...MAP_BODY, time: ['2025-06-10 00:00', '2025-02-30 00:00'] },
      /^400 time\[1\] must be a time that exists/,
    ],
    [{ ...MAP_BODY, area: 'DE' }, 'area must be an empty text.'],
    [{ ...MAP_BODY, category: 1 }, 'category must be an empty text.'],
    [{ ...MAP_BODY, frequency: 'M' }, 'frequency must be one of H, D.'],
    [
      { ...MAP_BODY, run: 'early' },
      'The body has an unknown key. It can have category, area, time, frequency.',
    ],
    [[], 'The body must be a JSON object with category, area, time, frequency.'],
    [
      { ...MAP_BODY, time: ['2025-06-10 00:00'] },
      'time must be a list of two texts, today and the delivery day, written yyyy-MM-dd HH:mm.',
    ],
    [{ ...MAP_BODY, time: ['2025-06-11 00:00', '2025-06-10 00:00'] }, 'time[0] must not be after time[1].'],
  ]
  for (const [body, sentence] of refused)
    expect(refusalOf(await server.ask('/energia/tab-2', body))).toMatch(sentence)
  expect((await server.ask('/energia/tab-2', MAP_BODY, 'Nowhere')).statusCode).toBe(400)
})

test('an answer is sent again only when it has changed', async () => {
  const server = await startForecastServer(await openTestDatabase())
  const first = await server.get(RUNS_PATH)
  const again = (tag: unknown) => server.app.get(RUNS_PATH, { 'if-none-match': String(tag) })
  expect((await again(first.headers.etag)).statusCode).toBe(304)
  await server.store.add([runOf('DE', '2025-06-11')])
  expect((await again(first.headers.etag)).statusCode).toBe(200)
})
