import type { LightMyRequestResponse } from 'fastify'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { COUNTRIES } from '#contract/countries.ts'
import {
  ChangeRowSchema,
  CHANGES_PATH,
  DAY_ERRORS_PATH,
  DayErrorRowSchema,
  FORECAST_ROWS_PATH,
  ForecastRowSchema,
  USUAL_PATH,
  UsualRowSchema,
} from '#contract/row-tables.ts'
import type { CallParameters } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { NOW, startForecastServer } from '#server/testing/forecast-server.ts'
import { runOf } from '#server/testing/run-of.ts'

const DAY = '2025-06-11'
const at = (time: string) => Date.parse(`2025-06-10T${time}Z`)

type Get = (parameters: CallParameters) => Promise<LightMyRequestResponse>

const rowsBy =
  <Shape extends z.ZodRawShape>(get: Get, { shape }: z.ZodObject<Shape>) =>
  async (parameters: CallParameters) =>
    z.array(z.strictObject(shape)).parse((await get(parameters)).json<unknown>())

/** Germany has two runs of the day and a TSO's forecast, Hungary has one run. */
async function open() {
  const { store, fill, map, get } = await startForecastServer(await openTestDatabase())
  const early = runOf('DE', DAY, { kind: 'early', issuedAtUtc: at('07:00') })
  await store.add([
    { ...early, hours: { ...early.hours, final: early.hours.model } },
    runOf('DE', DAY, { issuedAtUtc: at('16:00') }),
    runOf('HU', DAY, { kind: 'early', issuedAtUtc: at('16:00') }),
  ])
  await fill('DE', 'tso', { load: 3000, solar: 100, wind: 200 }, DAY, DAY)
  const ask =
    (path: string, usual: CallParameters = {}): Get =>
    (parameters) =>
      get(path, { ...usual, ...parameters })
  return {
    map,
    get: ask(FORECAST_ROWS_PATH),
    rows: rowsBy(ask(FORECAST_ROWS_PATH, { format: 'json' }), ForecastRowSchema),
    getChanges: ask(CHANGES_PATH, { day: DAY }),
    changes: rowsBy(ask(CHANGES_PATH, { format: 'json', day: DAY }), ChangeRowSchema),
  }
}

test('has every hour of every country: what TSO, model and final say, the band, and the run', async () => {
  const { get, rows, map } = await open()
  const all = await rows({ day: DAY })
  expect(all).toHaveLength(24 * COUNTRIES.length)
  expect(all[0]).toEqual({
    time_utc: '2025-06-10T22:00:00Z',
    area: 'DE',
    tso_mw: 2700,
    model_mw: 1000,
    final_mw: 1500,
    p10_mw: 1400,
    p90_mw: 1650,
    run_kind: 'complete',
    run_issued_utc: '2025-06-10T16:00:00Z',
  })
  expect(all[1]).toMatchObject({ area: 'HU', tso_mw: null, final_mw: 1500, run_kind: 'early' })
  expect(all[2]).toMatchObject({ area: 'NL', final_mw: null, run_kind: null, run_issued_utc: null })
  // They are the numbers of the map.
  const germany = Object.values((await map())['de'] ?? {})
  expect(
    all.filter(({ area }) => area === 'DE').map((row) => [row.tso_mw, row.model_mw, row.final_mw]),
  ).toEqual(germany.map((hour) => [hour.TSO, hour.Instance_Tomorrow, hour.Final_Value]))
  const early = await rows({ day: DAY, run: 'early' })
  expect(early[0], 'the run before the auction').toMatchObject({ final_mw: 1000, run_kind: 'early' })
  expect(await rows({})).toEqual(all)
  const [head, first] = (await get({ day: DAY })).body.split('\n')
  expect(head).toBe(Object.keys(ForecastRowSchema.shape).join(','))
  expect(first).toBe('2025-06-10T22:00:00Z,DE,2700,1000,1500,1400,1650,complete,2025-06-10T16:00:00Z')
  const parquet = await get({ day: DAY, format: 'parquet' })
  const read = await parquetReadObjects({ file: new Uint8Array(parquet.rawPayload).buffer })
  expect(read).toHaveLength(24 * COUNTRIES.length)
  expect(read[0]).toMatchObject({ area: 'DE', final_mw: 1500, run_issued_utc: new Date(at('16:00')) })
  const { etag = '' } = parquet.headers
  expect(etag).not.toBe((await get({ day: DAY })).headers.etag)
})

test('as_of gives the run that was there, and an empty list that says why where nothing was', async () => {
  const { get, rows } = await open()
  const then = await rows({ day: DAY, as_of: '2025-06-10T15:59Z' })
  expect(then[0]).toMatchObject({ final_mw: 1000, run_kind: 'early', run_issued_utc: '2025-06-10T07:00:00Z' })
  // Nobody knows when the TSO's values were published: they have no versions.
  expect(then[0]?.tso_mw).toBeNull()
  expect(then[1]).toMatchObject({ area: 'HU', final_mw: null, run_kind: null })
  const before = await get({ day: DAY, as_of: '2025-06-10T06:59Z', format: 'json' })
  expect([before.json(), before.headers['x-reason']]).toEqual([
    [],
    'Nothing of 2025-06-11 had been fetched or forecast by 2025-06-10T06:59:00.000Z.',
  ])
  const later = await get({ day: '2025-06-20', format: 'json' })
  expect([later.json(), later.headers['x-reason']]).toEqual([[], 'Nothing of 2025-06-20 is known yet.'])
})

test('days are those of the zone, and what cannot be answered is 400', async () => {
  const { get, rows } = await open()
  expect((await rows({ day: DAY, zone: 'Asia/Kolkata' }))[0]?.time_utc).toBe('2025-06-10T18:30:00Z')
  for (const [parameters, sentence] of [
    [{ day: '11.6.2025' }, 'day must be a date written yyyy-MM-dd.'],
    [{ day: '2025-02-30' }, /^day must be a time that exists, written yyyy-MM-dd, /],
    [{ as_of: 'now' }, /^as_of must be a time that exists, /],
    [{ area: 'DE' }, 'The address has an unknown parameter. It can have day, as_of, zone, run, format.'],
  ] as const) {
    const answer = await get(parameters)
    expect([parameters, answer.statusCode]).toEqual([parameters, 400])
    expect(answer.json<{ error: string }>().error).toMatch(sentence)
  }
})

test('a change is told by its parts: against the run before, that before the auction and the TSO', async () => {
  const { changes, getChanges } = await open()
  // The early run lies below by 500 in every hour, all of it load.
  const early = await changes({ against: 'early' })
  expect(early).toHaveLength(24 * COUNTRIES.length)
  expect(early[0]).toEqual({
    time_utc: '2025-06-10T22:00:00Z',
    area: 'DE',
    load_mw: 500,
    solar_mw: 0,
    wind_mw: 0,
    residual_mw: 500,
  })
  // Hungary has only a run of the afternoon, and nothing before it.
  expect(early[1]).toMatchObject({ area: 'HU', load_mw: null, residual_mw: null })
  expect(await changes({ against: 'previous' })).toEqual(early)
  expect(await changes({})).toEqual(early)
  expect(await changes({ against: 'actual' })).toEqual([])
  const [first] = await changes({ against: 'tso' })
  expect(first).toMatchObject({ load_mw: -1300, solar_mw: 0, wind_mw: -100, residual_mw: -1200 })
  const csv = (await getChanges({ against: 'tso' })).body.split('\n')
  expect(csv.slice(0, 2)).toEqual([
    'time_utc,area,load_mw,solar_mw,wind_mw,residual_mw',
    '2025-06-10T22:00:00Z,DE,-1300,0,-100,-1200',
  ])
  // Before the complete run was made there was nothing to compare the early one with.
  expect(await changes({ against: 'early', as_of: '2025-06-10T16:00Z' })).toEqual(early)
  const [then] = await changes({ against: 'early', as_of: '2025-06-10T15:59Z' })
  expect(then).toMatchObject({ area: 'DE', residual_mw: 0 })
  expect(await changes({ as_of: '2025-06-10T15:59Z' })).toEqual([])
  const none = await getChanges({ day: '2025-06-20' })
  expect(none.headers['x-reason']).toBe('There is nothing to compare the forecast of 2025-06-20 with.')
  const wrong = await getChanges({ against: 'best' })
  expect(wrong.json()).toMatchObject({ error: 'against must be one of previous, early, tso, actual.' })
})

test('the errors of past days by part, and what is known of them; not of days that are not over', async () => {
  const { store, fill, get: ask } = await startForecastServer(await openTestDatabase())
  const weather = { model: 'any', runUtc: null, knownAtUtc: at('05:00'), isUsed: true }
  await store.add([
    runOf('DE', '2025-06-07', { weather }),
    runOf('DE', '2025-06-08'),
    runOf('DE', '2025-06-10'),
  ])
  // The final load is 1700 in the first hour and rises by 1 in each.
  await fill('DE', 'actual', { load: 1700, solar: 130, wind: 20 }, '2025-06-07', '2025-06-08')
  const usual = { format: 'json', area: 'DE', from: '2025-06-01', to: '2025-06-12' }
  const get: Get = (parameters) => ask(DAY_ERRORS_PATH, { ...usual, ...parameters })
  const rowsOf = rowsBy(get, DayErrorRowSchema)
  const rows = await rowsOf({})
  expect(rows.map(({ day, known }) => [day, known])).toEqual([
    ['2025-06-07', null],
    ['2025-06-08', 'run without weather'],
  ])
  expect(rows[0]).toEqual({
    day: '2025-06-07',
    mae_mw: 38.5,
    bias_mw: -38.5,
    load_mae_mw: 11.5,
    load_bias_mw: 11.5,
    solar_mae_mw: 30,
    solar_bias_mw: -30,
    wind_mae_mw: 80,
    wind_bias_mw: 80,
    worst_part: 'wind',
    known: null,
  })
  // Whit Monday is one in all but Poland and the Czech Republic.
  await store.add([runOf('DE', '2025-06-09'), runOf('PL', '2025-06-09'), runOf('HU', '2025-06-09')])
  for (const area of ['DE', 'PL', 'HU'] as const)
    await fill(area, 'actual', { load: 1700, solar: 130, wind: 20 }, '2025-06-09', '2025-06-09')
  const knownOf = async (area: string) => (await rowsOf({ area, from: '2025-06-09' }))[0]?.known
  expect(await knownOf('DE')).toBe('public holiday')
  expect(await knownOf('CEE')).toBe('public holiday in HU; without CZ SK')
  // A sum leaves out members without values, and says so.
  const [group] = await rowsOf({ area: 'CWE' })
  expect(group).toEqual({ ...rows[0], known: 'without FR AT CH NL BE' })
  // As of a time there is no day that was not over, and no run that had not been made.
  const then = (as_of: string) => rowsOf({ as_of })
  expect(await then('2025-06-09T00:00')).toEqual(rows)
  expect(await then('2025-06-08T23:59')).toEqual(rows.slice(0, 1))
  const late = runOf('DE', '2025-06-07', { issuedAtUtc: NOW })
  await store.add([{ ...late, hours: { ...late.hours, final: late.hours.model } }])
  expect((await then('2025-06-09T00:00'))[0]).toEqual(rows[0])
  expect((await then('2025-06-10T18:30'))[0]).toMatchObject({ day: '2025-06-07', load_bias_mw: -488.5 })
  for (const [parameters, sentence] of [
    [{ area: 'DE,FR' }, /^area must be one of /],
    [{ to: '2027-06-12' }, 'from and to may be at most 366 days apart.'],
  ] as const)
    expect((await get(parameters)).json<{ error: string }>().error).toMatch(sentence)
  const none = await get({ from: '2025-06-10' })
  expect([none.json(), none.headers['x-reason']]).toEqual([
    [],
    'No day that is over between from and to has both a forecast run and actual values.',
  ])
})

test('what is usual comes from the same kind of day around the same date in earlier years, without suspicious days', async () => {
  const { fill, get: ask } = await startForecastServer(await openTestDatabase())
  // 11 June 2025 is a Wednesday.
  await fill('PL', 'actual', { load: 300 }, '2024-06-10', '2024-06-12')
  await fill('PL', 'actual', { load: 100 }, '2023-06-12', '2023-06-12')
  // A Saturday and Sunday, and days out of reach.
  await fill('PL', 'actual', { load: 9000 }, '2023-06-17', '2023-06-18')
  await fill('PL', 'actual', { load: 9000 }, '2023-07-17', '2023-07-18')
  const wednesday = { format: 'json', area: 'PL', quantity: 'load', from: DAY, to: '2025-06-12' }
  const get: Get = (parameters) => ask(USUAL_PATH, { ...wednesday, ...parameters })
  const rows = await rowsBy(get, UsualRowSchema)({})
  expect(rows).toHaveLength(24)
  expect(rows[5]).toEqual({
    time_utc: '2025-06-11T03:00:00Z',
    median_mw: 300,
    p10_mw: 160,
    p90_mw: 300,
    sample_days: 4,
    first_year: 2023,
    last_year: 2024,
    without: null,
  })
  const parquet = await get({ format: 'parquet' })
  const read = await parquetReadObjects({ file: new Uint8Array(parquet.rawPayload).buffer })
  expect(read[5]).toMatchObject({ median_mw: 300, sample_days: 4 })
  // Corpus Christi is a holiday, and is compared with the weekend.
  const holiday = await get({ from: '2025-06-19', to: '2025-06-20' })
  expect(holiday.json()).toEqual([])
  await fill('PL', 'actual', { load: 500 }, '2024-06-15', '2024-06-15')
  expect((await get({ from: '2025-06-19', to: '2025-06-20' })).json<unknown[]>()[5]).toMatchObject({
    median_mw: 9000,
    sample_days: 3,
  })
  // An hour that had not ended by then does not count.
  const then = await get({ as_of: '2024-06-12T05:00' })
  expect(then.json<unknown[]>()[4]).toMatchObject({ sample_days: 4 })
  expect(then.json<unknown[]>()[5]).toMatchObject({ sample_days: 3 })
  // Members of a group without earlier values are left out and named, and a year without any does not end the search.
  expect((await get({ area: 'CEE' })).json<unknown[]>()[5]).toMatchObject({
    median_mw: 300,
    without: 'CZ SK HU',
  })
  await fill('BE', 'actual', { load: 100 }, '2021-06-09', '2021-06-11')
  await fill('BE', 'actual', { load: 300 }, '2023-06-09', '2023-06-09')
  expect((await get({ area: 'BE' })).json<unknown[]>()[5]).toMatchObject({ median_mw: 100, sample_days: 4 })
  // One year is not enough, and a quantity without values has none.
  for (const parameters of [
    { from: '2024-06-11', to: '2024-06-12' },
    { quantity: 'residual' },
    { as_of: '2024-06-01' },
  ]) {
    const none = await get(parameters)
    expect([none.json(), none.headers['x-reason']]).toEqual([
      [],
      'There is no usual range: it needs actual values of this season in at least 2 earlier years.',
    ])
  }
  // Local days count, not their hours: of 92 days in Brussels one can have 25.
  for (const [from, to, status] of [
    ['2025-10-01', '2026-01-01', 200],
    ['2025-08-01', '2025-11-01', 200],
    ['2025-08-01', '2025-11-01T00:01', 400],
    ['2025-01-01', '2025-04-04', 400],
  ] as const)
    expect([from, to, (await get({ from, to })).statusCode]).toEqual([from, to, status])
  expect((await get({ to: '2025-12-12' })).json<{ error: string }>().error).toBe(
    'from and to may be at most 92 days apart.',
  )
})
