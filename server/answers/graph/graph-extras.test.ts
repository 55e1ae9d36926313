import { expect, test } from 'vitest'

import { type QueryColumns, QueryColumnsSchema } from '#contract/query.ts'
import { refusalOf } from '#server/testing/app.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { startForecastServer } from '#server/testing/forecast-server.ts'
import { block, type Curves, startQueryServer, query } from '#server/testing/graph-query.ts'
import { runOf } from '#server/testing/run-of.ts'

const PATH = '/energia/common-query'
const DAYS = ['2025-06-10 00:00', '2025-06-12 23:59']
const QUERY = query({ category: 'Residual Load', area: 'DE', time: DAYS })

describeOnBothEngines('the extras of a graph query', (open) => {
  test('the final forecast and its band are those of the kept runs, at the hours that have one', async () => {
    const server = await startForecastServer(await open())
    const early = runOf('DE', '2025-06-11', { kind: 'early' })
    early.hours.p10 = early.hours.p10.map(() => 0)
    const partial = runOf('DE', '2025-06-10')
    partial.hours.p90[3] = null
    // The complete run counts, whichever was added last; another area's does not.
    await server.store.add([partial, runOf('DE', '2025-06-11'), early, runOf('FR', '2025-06-12')])
    const curves = (await server.ask(`${PATH}?with=final`, QUERY)).json<Curves>()
    expect(Object.keys(curves)).toEqual([
      'Actual',
      'TSO forecast',
      'Model forecast',
      'Final forecast',
      'P10',
      'P90',
    ])
    const { 'Final forecast': final, P10, P90 } = curves
    // Two days and two hours beyond them.
    expect(Object.keys(P10?.data ?? {})).toHaveLength(50)
    expect(final?.data['2025-06-09T22:00:00Z']).toBe(1500)
    expect(final?.data['2025-06-10T22:00:00Z']).toBe(1500)
    expect(final?.data['2025-06-10T23:00:00Z']).toBe(1501)
    expect(P10?.data['2025-06-10T22:00:00Z']).toBe(1400)
    expect(P90?.data['2025-06-10T22:00:00Z']).toBe(1650)
    expect(P90?.data['2025-06-10T01:00:00Z']).toBeNull()
    const plain = (await server.ask(PATH, QUERY)).json<Curves>()
    expect(Object.keys(plain)).toEqual(['Actual', 'TSO forecast', 'Model forecast'])
  })

  test('the final forecast of a group is the sum of its members, of a day the mean of its hours; neither has a band', async () => {
    const server = await startForecastServer(await open())
    await server.store.add([runOf('PL', '2025-06-11'), runOf('HU', '2025-06-11')])
    const group = (await server.ask(`${PATH}?with=final`, { ...QUERY, area: 'CEE' })).json<Curves>()
    expect(Object.keys(group)).toEqual([
      'Actual',
      'TSO forecast',
      'Model forecast (without CZ, SK)',
      'Final forecast (without CZ, SK)',
      'Poland',
      'Czech Republic',
      'Slovakia',
      'Hungary',
    ])
    expect(group['Final forecast (without CZ, SK)']?.data['2025-06-10T23:00:00Z']).toBe(3002)
    const columns = await server.askColumns(`${PATH}?with=final`, { ...QUERY, area: 'CEE' })
    const { curves } = QueryColumnsSchema.parse(columns.json())
    expect(curves.map(({ area, without }) => area ?? without)).toEqual([
      undefined,
      undefined,
      ['CZ', 'SK'],
      ['CZ', 'SK'],
      'PL',
      'CZ',
      'SK',
      'HU',
    ])
    const days = { ...QUERY, area: 'PL', frequency: 'D' }
    const byDay = (await server.ask(`${PATH}?with=final`, days)).json<Curves>()
    expect(byDay['Final forecast']?.data).toEqual({ '2025-06-10T22:00:00Z': 1511.5 })
    expect(Object.keys(byDay)).toHaveLength(4)
    const wind = (
      await server.ask(`${PATH}?with=final`, { ...QUERY, area: 'PL', category: 'wind' })
    ).json<Curves>()
    expect(wind['Final forecast']?.data['2025-06-10T22:00:00Z']).toBe(100)
    expect(Object.keys(wind)).toHaveLength(4)
  })
})

test('as of an instant, forecasts are those known then, and actual values those of what had ended', async () => {
  const server = await startForecastServer(await openTestDatabase())
  const early = runOf('DE', '2025-06-11', { kind: 'early', issuedAtUtc: Date.parse('2025-06-10T07:00Z') })
  await server.store.add([
    { ...early, hours: { ...early.hours, final: early.hours.model } },
    runOf('DE', '2025-06-11', { issuedAtUtc: Date.parse('2025-06-10T16:00Z') }),
  ])
  await server.fill('DE', 'actual', { load: 3000, solar: 100, wind: 200 }, '2025-06-10', '2025-06-10')
  const at = '2025-06-10T22:00:00Z'
  const curves = async (parameters: string) =>
    (await server.ask(`${PATH}?with=final${parameters}`, QUERY)).json<Curves>()
  const now = await curves('')
  expect(now['Final forecast']?.data[at]).toBe(1500)
  expect(Object.keys(now['Actual']?.data ?? {})).toHaveLength(24)
  const noon = await curves('&as_of=2025-06-10T12:00:00Z')
  expect(noon['Final forecast']?.data[at]).toBe(1000)
  expect(noon['Model forecast']?.data[at]).toBe(1000)
  // The local day begins at 22:00 UTC.
  expect(Object.keys(noon['Actual']?.data ?? {})).toHaveLength(14)
  const before = await curves('&as_of=2025-06-10T06:00:00Z')
  expect(before['Final forecast']?.data).toEqual({})
})

test('replays that count from the time that they simulate mark the names of their curves', async () => {
  const server = await startForecastServer(await openTestDatabase())
  const replay = { kind: 'early', isReplayed: true, issuedAtUtc: Date.parse('2025-06-20T07:00Z') } as const
  await server.store.add([runOf('DE', '2025-06-11', replay)])
  const finalOf = async (as_of: string) => {
    const curves = (await server.ask(`${PATH}?with=final&as_of=${as_of}`, QUERY)).json<Curves>()
    return Object.entries(curves)
      .filter(([name]) => /^(Model|Final)/.test(name))
      .map(([name, { data }]) => [name, data['2025-06-10T22:00:00Z']])
  }
  expect(await finalOf('D-1T08:50')).toEqual([
    ['Model forecast', undefined],
    ['Final forecast', undefined],
  ])
  expect(await finalOf('D-1T08:50-replayed')).toEqual([
    ['Model forecast (with replays)', 1000],
    ['Final forecast (with replays)', 1500],
  ])
  expect(await finalOf('D-1T08:49-replayed')).toEqual([
    ['Model forecast (with replays)', undefined],
    ['Final forecast (with replays)', undefined],
  ])
})

test('quarter hours are answered for frequency H; what is stored by the hour stands at each of them', async () => {
  const server = await startQueryServer(await openTestDatabase())
  const from = '2026-11-18T00:00:00Z'
  await server.store([
    block(['BE', 'load', 'actual'], from, [10, 20, 30, NaN, 50], 15),
    block(['BE', 'solar', 'actual'], from, [1, 2]),
    block(['BE', 'wind', 'actual'], from, [0, 0], 30),
    block(['BE', 'load', 'tso'], from, [7]),
    block(['BE', 'solar', 'tso'], from, [1]),
    block(['BE', 'wind', 'tso'], from, [2]),
  ])
  const body = query({ category: 'Residual Load', time: ['2026-11-18 01:00', '2026-11-18 01:59'] })
  const quarters = (await server.ask(body, {}, '?step=15min')).json<Curves>()
  expect(quarters['Actual']?.data).toEqual({
    '2026-11-18T00:00:00Z': 9,
    '2026-11-18T00:15:00Z': 19,
    '2026-11-18T00:30:00Z': 29,
  })
  expect(Object.values(quarters['TSO forecast']?.data ?? {})).toEqual([4, 4, 4, 4])
  // The quarter that is missing makes the hour missing.
  expect((await server.ask(body)).json<Curves>()['Actual']?.data).toEqual({})
  const refused = await server.ask({ ...body, frequency: 'D' }, {}, '?step=15min')
  expect(refusalOf(refused)).toBe('400 step=15min needs frequency H.')
})

test('by columns each curve says what it is, and an unknown parameter is refused', async () => {
  const server = await startForecastServer(await openTestDatabase())
  await server.store.add([runOf('DE', '2025-06-11')])
  const columns = await server.askColumns(`${PATH}?with=final`, QUERY)
  expect(columns.json<QueryColumns>().curves.map(({ kind }) => kind)).toEqual([
    'actual',
    'tso',
    'model',
    'final',
    'p10',
    'p90',
  ])
  const refusals = {
    'with=best': 'with must be final, or be left out.',
    'what=final': 'The address has an unknown parameter. It can have with, step, as_of.',
    'step=1h': 'step must be 15min, or be left out.',
    'as_of=2025-06-10':
      'as_of must be an instant in UTC such as 2026-11-20T12:00:00Z, D-1T08:00 for an hour of the day before delivery (D-1 to D-7, with replayed runs D-1T08:50-replayed), or be left out.',
  }
  for (const [parameters, error] of Object.entries(refusals)) {
    expect(refusalOf(await server.ask(`${PATH}?${parameters}`, QUERY))).toBe(`400 ${error}`)
  }
})
