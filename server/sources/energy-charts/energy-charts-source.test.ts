import type { ServerResponse } from 'node:http'

import { describe, expect, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import type { SourceError } from '#server/errors.ts'
import type { Source } from '#server/sources/source.ts'
import { jumpingTimer } from '#server/testing/source-server.ts'
import { feedOf, openTestServer, partsInMemory, sourceErrorOf } from '#server/testing/source.ts'

import { createEnergyChartsSource, type EnergyChartsOptions } from './energy-charts-source.ts'

const MIDNIGHT = Date.UTC(2026, 2, 2)
const SPAN = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + HOUR_MS }
const STAMPS = [0, 15, 30, 45, 60].map((minute) => MIDNIGHT / 1000 + minute * 60)
const never = new AbortController().signal

type Answer = (url: URL, response: ServerResponse) => void
async function start(answer: Answer, options: Partial<EnergyChartsOptions> = {}) {
  const server = await openTestServer(answer)
  const source = createEnergyChartsSource({
    url: server.url,
    clock: () => MIDNIGHT,
    timer: jumpingTimer(),
    parts: partsInMemory(),
    ...options,
  })
  return { source, server }
}
const json =
  (body: unknown): Answer =>
  (_url, response) =>
    response.end(JSON.stringify(body))

type Item = [kind: 'actual' | 'tso', quantity: 'load' | 'solar' | 'wind']
async function take(source: Source, area: MemberCode, ...[kind, quantity]: Item) {
  const { blocks } = await source.fetch(feedOf(source, area, kind, quantity), SPAN, never)
  return blocks.map((block) => ({
    quantity: block.quantity,
    minute: (block.startsAtUtc - MIDNIGHT) / MINUTE_MS,
    stepMinutes: block.stepMinutes,
    powerMw: [...block.powerMw],
  }))
}

const POWER = {
  unix_seconds: STAMPS,
  production_types: [
    { name: 'Hydro pumped storage consumption', data: [-8, -6, -6, null, null] },
    { name: 'Wind offshore', data: [200, 210, null, null, null] },
    { name: 'Wind onshore', data: [1000, 1100, 1200, null, null] },
    { name: 'Solar', data: [0, -0.5, null, null, null] },
    { name: 'Load', data: [50_000, 50_100, 50_200, null, null] },
    { name: 'Load (incl. self-consumption)', data: [60_000, 60_000, 60_000, 60_000, 60_000] },
    { name: 'Residual load', data: [1, 1, 1, 1, 1] },
    { name: 'Renewable share of load', data: [40, 41, 42, 43, 44] },
  ],
  deprecated: false,
}

/** Quarter hours from midnight in UTC on, in version 2. */
function version2Of(ids: readonly string[], values: readonly object[]) {
  return {
    schema_version: '2.0',
    unit: 'MW',
    interval_minutes: 15,
    series: ids.map((id) => ({ id, name: id, unit: 'MW' })),
    data: values.map((row, index) => ({
      timestamp: `2026-03-02T01:${String(index * 15).padStart(2, '0')}:00+01:00`,
      values: row,
    })),
  }
}

/** The blocks of `POWER`, and of the same values by version 2. */
const TAKEN = [
  { quantity: 'load', minute: 0, stepMinutes: 15, powerMw: [50_000, 50_100, 50_200] },
  { quantity: 'solar', minute: 0, stepMinutes: 15, powerMw: [0, -0.5] },
  { quantity: 'wind', minute: 0, stepMinutes: 15, powerMw: [1200, 1310] },
  { quantity: 'wind_offshore', minute: 0, stepMinutes: 15, powerMw: [200, 210] },
]

describe('actual values', () => {
  test('are taken by exact name, as far as they are published, wind where both parts are', async () => {
    const { source, server } = await start(json(POWER))
    expect(await take(source, 'NL', 'actual', 'load')).toEqual(TAKEN)
    expect(server.requests.map((url) => url.pathname + decodeURIComponent(url.search))).toEqual([
      '/api/public_power?country=nl&start=2026-03-02T00:00Z&end=2026-03-02T01:00Z',
    ])
  })

  test('are asked for in whole hours, also up to a moment within one', async () => {
    const { source, server } = await start(json(POWER))
    const span = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 20 * MINUTE_MS }
    const [load] = (await source.fetch(feedOf(source, 'NL', 'actual', 'load'), span, never)).blocks
    expect(server.requests[0]?.searchParams.get('end')).toBe('2026-03-02T01:00Z')
    expect([...(load?.powerMw ?? [])]).toEqual([50_000, 50_100])
  })

  test('of version 2 are the same', async () => {
    const ids = ['load', 'residual_load', 'solar', 'wind_onshore', 'wind_offshore'] as const
    const rows = [
      [50_000, 1, 0, 1000, 200],
      [50_100, 1, -0.5, 1100, 210],
      [50_200, 1, null, 1200, null],
    ]
    const values = rows.map((row) => Object.fromEntries(ids.map((id, column) => [id, row[column]])))
    const { source } = await start(json(version2Of(ids, values)))
    expect(await take(source, 'NL', 'actual', 'load')).toEqual(TAKEN)
  })
})

const ALL_NULL = { unix_seconds: STAMPS, production_types: [{ name: 'Load', data: STAMPS.map(() => null) }] }
const NULL_FORECAST = {
  unix_seconds: STAMPS,
  forecast_values: STAMPS.map(() => null),
  production_type: 'solar',
}
const nothing: Answer = (_url, response) => response.writeHead(404).end('{"detail":"no content available"}')
const notFound: Answer = (_url, response) => response.writeHead(404).end('{"detail":"Not Found"}')
const LOAD_FORECAST_2 = version2Of(
  ['load'],
  [46_880.1, 46_650, null].map((load) => ({ load })),
)

describe('forecasts', () => {
  const forecast: Answer = (url, response) => {
    const type = url.searchParams.get('production_type')
    json({
      unix_seconds: STAMPS,
      forecast_values: type === 'wind_offshore' ? [1, 2, 3, 4, null] : [10, 20, 30, null, null],
      production_type: type,
      forecast_type: 'day-ahead',
      deprecated: false,
    })(url, response)
  }

  test('are the day-ahead ones, one request a part', async () => {
    const { source, server } = await start(forecast)
    expect(await take(source, 'NL', 'tso', 'wind')).toEqual([
      { quantity: 'wind', minute: 0, stepMinutes: 15, powerMw: [11, 22, 33] },
      { quantity: 'wind_offshore', minute: 0, stepMinutes: 15, powerMw: [1, 2, 3, 4] },
    ])
    expect(await take(source, 'PL', 'tso', 'load')).toMatchObject([{ powerMw: [10, 20, 30] }])
    expect(await take(source, 'PL', 'tso', 'wind')).toMatchObject([
      { powerMw: [11, 22, 33] },
      { powerMw: [1, 2, 3, 4] },
    ])
    expect(await take(source, 'CZ', 'tso', 'wind')).toMatchObject([{ powerMw: [10, 20, 30] }])
    expect(
      server.requests.map(({ searchParams }) =>
        ['country', 'production_type', 'forecast_type'].map((name) => searchParams.get(name)),
      ),
    ).toEqual([
      ['nl', 'wind_onshore', 'day-ahead'],
      ['nl', 'wind_offshore', 'day-ahead'],
      ['pl', 'load', 'day-ahead'],
      ['pl', 'wind_onshore', 'day-ahead'],
      ['pl', 'wind_offshore', 'day-ahead'],
      ['cz', 'wind_onshore', 'day-ahead'],
    ])
  })

  test('of load are read from version 2 where version 1 has none', async () => {
    const { source, server } = await start((url, response) =>
      (url.pathname.includes('/v2/') ? json(LOAD_FORECAST_2) : notFound)(url, response),
    )
    expect(await take(source, 'NL', 'tso', 'load')).toEqual([
      { quantity: 'load', minute: 0, stepMinutes: 15, powerMw: [46_880.1, 46_650] },
    ])
    expect(server.requests.map(({ pathname }) => pathname)).toEqual([
      '/api/public_power_forecast',
      '/api/v2/public_power_forecast',
    ])
  })

  test('of load that no version has are told, once until they are there again', async () => {
    const reasons: string[] = []
    let answer: Answer = notFound
    const { source, server } = await start((url, response) => answer(url, response), {
      onNotice: (reason, feed) => reasons.push(`${feed?.area}: ${reason}`),
    })
    expect(await take(source, 'NL', 'tso', 'load')).toEqual([])
    await take(source, 'NL', 'tso', 'load')
    expect(server.requests).toHaveLength(4)
    await take(source, 'BE', 'tso', 'load')
    const reason =
      'Energy-Charts has no load forecast from 2026-03-02 to 2026-03-02, in version 1 or 2 (404).'
    expect(reasons).toEqual([`NL: ${reason}`, `BE: ${reason}`])
    answer = json(LOAD_FORECAST_2)
    await take(source, 'NL', 'tso', 'load')
    answer = notFound
    await take(source, 'NL', 'tso', 'load')
    await take(source, 'NL', 'tso', 'solar')
    expect(reasons).toHaveLength(3)
  })
})

describe('version 2', () => {
  const version2 = {
    license: 'CC BY 4.0, energy-charts.info',
    series: [{ id: 'load' }],
    data: [{ timestamp: '2026-03-02T00:00:00Z', values: { load: 50_000 } }],
    interval_minutes: 60,
  }
  async function startBoth(first: Answer, second: Answer = json(version2)) {
    const said: string[] = []
    const { source, server } = await start(
      (url, response) => (url.pathname.includes('/v2/') ? second : first)(url, response),
      { onNotice: (sentence) => said.push(sentence) },
    )
    const takeTwice = async () => {
      const values = [await take(source, 'CZ', 'actual', 'load'), await take(source, 'CZ', 'actual', 'load')]
      const asked = server.requests.map(({ pathname }) => (pathname.includes('/v2/') ? 2 : 1))
      return { asked, loads: values.map((blocks) => blocks[0]?.powerMw[0]) }
    }
    return { source, said, takeTwice }
  }

  test.each<[string, Answer]>([
    ['has ended at the gateway', (_url, response) => response.writeHead(404).end('404 page not found')],
    ['has ended', (_url, response) => response.writeHead(410).end()],
    ['is an unknown path', notFound],
  ])('is asked first as soon as version 1 %s', async (_title, gone) => {
    const { takeTwice } = await startBoth(gone)
    expect(await takeTwice()).toEqual({ asked: [1, 2, 2], loads: [50_000, 50_000] })
  })

  test('is asked first when version 1 is deprecated, which is said once, and version 1 where it fails', async () => {
    const deprecated = json({ ...POWER, deprecated: true })
    const { source, said, takeTwice } = await startBoth(deprecated)
    expect((await takeTwice()).asked).toEqual([1, 2])
    const announced =
      'Energy-Charts announces the end of version 1 of public_power: version 2 is asked first.'
    expect(said).toEqual([announced])
    expect(source.notices?.()).toEqual([announced])
    const other = await startBoth(deprecated, nothing)
    expect((await other.takeTwice()).asked).toEqual([1, 2, 1])
  })

  test('that names another licence or its own end is said', async () => {
    const { said, takeTwice } = await startBoth(
      notFound,
      json({ ...version2, deprecated: true, license: 'private use only' }),
    )
    await takeTwice()
    expect(said).toEqual([
      'Energy-Charts announces the end of version 2 of public_power: Energy Metrics will need an update.',
      'Energy-Charts gives public_power under another licence than CC BY 4.0: private use only.',
    ])
  })
})

describe('Germany, which has Luxembourg in its bidding zone', () => {
  const luxembourg = {
    unix_seconds: STAMPS.filter((_, index) => index % 4 === 0),
    production_types: [{ name: 'Load', data: [549, 560] }],
  }
  const load = (by: number) => ({ ...TAKEN[0], powerMw: [50_000, 50_100, 50_200].map((mw) => mw + by) })

  test('is the sum of both', async () => {
    const { source, server } = await start((url, response) =>
      json(url.searchParams.get('country') === 'lu' ? luxembourg : POWER)(url, response),
    )
    expect((await take(source, 'DE', 'actual', 'load'))[0]).toEqual(load(549))
    expect(server.requests.map(({ searchParams }) => searchParams.get('country'))).toEqual(['de', 'lu'])
  })

  test.each<[string, Answer]>([
    ['is not published', nothing],
    ['has no value', json(ALL_NULL)],
  ])('is without it where that %s, which is said when it should be there', async (_title, answer) => {
    let nowUtc = MIDNIGHT + HOUR_MS
    const { source } = await start(
      (url, response) => (url.searchParams.get('country') === 'lu' ? answer : json(POWER))(url, response),
      { clock: () => nowUtc },
    )
    const feed = feedOf(source, 'DE', 'actual', 'load')
    expect((await take(source, 'DE', 'actual', 'load'))[0]).toEqual(load(0))
    expect((await source.fetch(feed, SPAN, never)).faults).toEqual([])
    nowUtc += 6 * HOUR_MS
    const { blocks, faults } = await source.fetch(feed, SPAN, never)
    expect(blocks).toHaveLength(4)
    expect(faults).toContain('load is without Luxembourg from 2026-03-02T00:00Z to 2026-03-02T00:45Z')
  })
})

async function failureOf(answer: Answer): Promise<SourceError> {
  const { source } = await start(answer)
  return sourceErrorOf(take(source, 'NL', 'actual', 'load'))
}

describe('what cannot be read is a SourceError', () => {
  const load = (data: unknown) => ({ ...POWER, production_types: [{ name: 'Load', data }] })
  const gas = { unix_seconds: [STAMPS[0]], production_types: [{ name: 'Gas', data: [1] }] }
  const at = (timestamp: string) => [{ timestamp, values: { load: 50 } }]
  const inGw = { series: [{ id: 'load', unit: 'GW' }], data: at('2026-03-02T00:00:00Z') }
  const noDay = { unit: 'MW', series: [{ id: 'load' }], data: at('2026-02-30T00:00:00Z') }
  test.each<[string, unknown, RegExp]>([
    ['another shape', { hello: 1 }, /unknown shape/],
    ['nothing', null, /unknown shape/],
    ['none of our quantities', gas, /none of load, solar and wind/],
    ['fewer values than stamps', load([1, 2]), /not have one value per stamp/],
    ['texts for values', load(['1', '2', '3', '4', '5']), /not a number/],
    ['stamps that are not numbers', { ...load([1, 2]), unix_seconds: ['2026', null] }, /ascend/],
    ['another unit', inGw, /in GW/],
    ['a day that does not exist', noDay, /ascend/],
    [
      'stamps in milliseconds',
      { ...POWER, unix_seconds: STAMPS.map((stamp) => 1000 * stamp) },
      /outside the hours/,
    ],
    ['another day', { ...POWER, unix_seconds: STAMPS.map((stamp) => stamp + 86_400) }, /outside the hours/],
    ['a price', { unix_seconds: [], forecast_values: [], production_type: 'price' }, /unknown shape/],
  ])('%s', async (_title, body, message) => {
    expect((await failureOf(json(body))).message).toMatch(message)
  })

  test('a cut or foreign text', async () => {
    const text = JSON.stringify(POWER)
    for (const length of [0, 1, 40, text.length - 1])
      expect(await failureOf((_url, response) => response.end(text.slice(0, length)))).toMatchObject({
        isTransient: true,
      })
    const page = await failureOf((_url, response) => response.end('<html></html>'))
    expect(page.message).toContain('not JSON')
  })
})

describe('one thing that cannot be read', () => {
  const types = (changes: Record<string, unknown>, ...more: unknown[]) => ({
    unix_seconds: STAMPS,
    production_types: [
      ...['Load', 'Solar', 'Wind onshore'].map((name, index) => ({
        name,
        data: changes[name] ?? [1, 2, 3, 4, 5].map((value) => (index + 1) * 100 + value),
      })),
      ...more,
    ],
  })
  const version2 = (series: unknown[], valueAt: (row: number) => unknown) => ({
    unit: 'MW',
    series,
    data: STAMPS.map((stamp, row) => ({
      timestamp: new Date(stamp * 1000).toISOString(),
      values: { load: valueAt(row), solar: 201 + row },
    })),
  })
  const mw = (...values: number[]) => ({
    load: values.map((value) => 100 + value),
    solar: values.map((value) => 200 + value),
    wind: values.map((value) => 300 + value),
  })
  const whole = mw(1, 2, 3, 4)
  const { load: _, ...withoutLoad } = whole
  const { wind: __, ...withoutWind } = whole
  const odd = { ...whole, load: [101, 102, 104] }
  const { solar } = whole
  const typesWith = (column: unknown) => types({}, column)
  const stamped = (unix_seconds: unknown[]) => ({ ...types({}), unix_seconds })
  const withLoadAs = (name: string): unknown =>
    JSON.parse(JSON.stringify(types({})).replace('"Load"', JSON.stringify(name)))
  const nAt2 = version2([{ id: 'load' }, { id: 'solar' }, null], (row) => (row === 2 ? 'n/a' : 101 + row))
  const percent = version2([{ id: 'load', unit: '%' }, { id: 'solar' }], () => 50)

  test.each<[string, unknown, Partial<typeof whole>, string[], number]>([
    ['a value', types({ Load: [101, 102, '-', 104, 105] }), odd, ['a value of load is not a number'], 1],
    ['a column', types({ Load: [101, 102] }), withoutLoad, ['load does not have one value per stamp'], 1],
    [
      'a column that is null',
      typesWith({ name: 'Wind offshore', data: null }),
      withoutWind,
      ['wind_offshore does not have one value per stamp'],
      2,
    ],
    ['other plants', types({}, { name: 'Nuclear', data: null }, { name: null }, null), whole, [], 0],
    ['two columns', typesWith({ name: 'Load', data: [1, 1, 1, 1, 1] }), whole, ['it gives load twice'], 0],
    ['a stamp twice', stamped(STAMPS.with(2, STAMPS[1] ?? 0)), mw(1, 2, 4), ['its stamps do not ascend'], 4],
    ['null', stamped([STAMPS[0], null, ...STAMPS.slice(2)]), mw(3, 4), ['its stamps do not ascend'], 4],
    ['a value of version 2', nAt2, { load: odd.load, solar }, ['a value of load is not a number'], 1],
    ...['Load (total)', 'Total demand'].map(
      (name): [string, unknown, Partial<typeof whole>, string[], number] => [
        `load that is now named ${name}`,
        withLoadAs(name),
        withoutLoad,
        [`it has no load, but the unknown series "${name}"`],
        1,
      ],
    ),
    [
      'sun with another name in version 2',
      version2([{ id: 'load' }, { id: 'solar_power' }], (row) => 101 + row),
      { load: whole.load, solar: [] },
      ['it has no solar, but the unknown series "solar_power"'],
      1,
    ],
    ['a unit', percent, { solar }, ['load is in %, not in MW'], 1],
  ])('is left out and told: %s', async (_title, body, expected, faults, unread) => {
    const { source } = await start(json(body))
    const fetched = await source.fetch(feedOf(source, 'AT', 'actual', 'load'), SPAN, never)
    const valuesOf = (quantity: string) =>
      fetched.blocks.flatMap((block) => (block.quantity === quantity ? [...block.powerMw] : []))
    const found = { load: valuesOf('load'), solar: valuesOf('solar'), wind: valuesOf('wind') }
    expect(found).toEqual({ load: [], wind: [], ...expected })
    expect(new Set(fetched.blocks.map(({ stepMinutes }) => stepMinutes))).toEqual(new Set([15]))
    expect(fetched.faults).toEqual(faults.map((fault) => `left out: ${fault}`))
    expect(new Set(fetched.unread.map(({ quantity }) => quantity)).size).toBe(unread)
  })
})

test('a series that is gone, or has any other name, is told while the country published it', async () => {
  let answer = json(POWER)
  const { source } = await start((url, response) => answer(url, response))
  const faultsOf = async (dayFromNow: number) => {
    const span = { fromUtc: SPAN.fromUtc + dayFromNow * DAY_MS, toUtc: SPAN.toUtc + dayFromNow * DAY_MS }
    const shifted = { ...POWER, unix_seconds: STAMPS.map((stamp) => stamp + (dayFromNow * DAY_MS) / 1000) }
    const renamed = shifted.production_types.map(({ name, data }) => ({
      name: name === 'Solar' ? 'Erzeugung A' : name,
      data,
    }))
    answer = json({ ...shifted, production_types: renamed })
    return source.fetch(feedOf(source, 'AT', 'actual', 'load'), span, never)
  }
  // Before it was ever seen nothing is said.
  expect((await faultsOf(0)).faults).toEqual([])
  answer = json(POWER)
  await take(source, 'AT', 'actual', 'load')
  const { faults, unread } = await faultsOf(1)
  expect(faults).toEqual(['left out: it has no solar, which it had until 2026-03-02T00:30Z'])
  expect(unread.map(({ quantity }) => quantity)).toEqual(['solar'])
  expect((await faultsOf(60)).faults).toEqual([])
})

test.each<[string, Answer, Item, boolean]>([
  ['an unknown path', notFound, ['actual', 'load'], true],
  ['an unknown path', notFound, ['tso', 'solar'], true],
  ['404 for actual values', nothing, ['actual', 'load'], true],
  ['404 for a forecast', nothing, ['tso', 'solar'], false],
  ['nulls only', json(ALL_NULL), ['actual', 'load'], true],
  ['a forecast of nulls only', json(NULL_FORECAST), ['tso', 'solar'], true],
  ['a value', json(POWER), ['actual', 'load'], false],
])('%s is silence, unless the service says so in its own words', async (_title, answer, item, isSilent) => {
  const { source } = await start(answer)
  expect((await source.fetch(feedOf(source, 'NL', ...item), SPAN, never)).isSilent).toBe(isSilent)
})

test.each(['404 page not found', '', '{}', '<html></html>'])(
  '404 without its own words is an outage: %s',
  async (text) => {
    const failure = await failureOf((_url, response) => response.writeHead(404).end(text))
    expect(failure).toMatchObject({ isTransient: true, message: expect.stringContaining('is down') })
  },
)

test('422 is our fault and says why', async () => {
  const body = { detail: [{ loc: ['query', 'start'], msg: 'Invalid start date', type: 'value_error' }] }
  const failure = await failureOf((_url, response) => response.writeHead(422).end(JSON.stringify(body)))
  expect(failure.message).toBe('Energy-Charts refuses the request (422): Invalid start date')
  expect(failure.isTransient).toBe(false)
})

test.each([
  [{}, 30_000],
  [{ paceS: 2 }, 2000],
])('with %j a request comes every %i ms', async (options, everyMs) => {
  const timer = jumpingTimer()
  const arrivals: number[] = []
  const { source } = await start(
    (url, response) => {
      arrivals.push(timer.now())
      json(POWER)(url, response)
    },
    { timer, ...options },
  )
  for (const area of ['NL', 'FR', 'PL'] as const) await take(source, area, 'actual', 'load')
  expect(arrivals).toEqual([0, everyMs, 2 * everyMs])
})
