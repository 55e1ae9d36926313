import { request as httpRequest } from 'node:http'
import { gunzipSync } from 'node:zlib'

import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { z } from 'zod'

import { PRODUCT_VERSION } from '#contract/product.ts'
import { QUERY_PATH, QueryAnswerSchema } from '#contract/query.ts'
import { SERIES_PATH, SeriesAnswerSchema } from '#contract/series.ts'
import { HOUR_MS } from '#contract/time.ts'
import { DatabaseError } from '#server/errors.ts'
import { type Kind, QUANTITIES } from '#server/series/series.ts'
import { type CallParameters, refusalOf } from '#server/testing/app.ts'
import { block, LOAD, FIRST, storeForecast, storeValues } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { NOW, startForecastServer } from '#server/testing/forecast-server.ts'
import { query } from '#server/testing/graph-query.ts'
import { runOf } from '#server/testing/run-of.ts'

/** Midnight in Brussels, ten days before `NOW`. */
const START = Date.parse('2025-05-31T22:00Z')
const WHOLE = { from: '2025-06-01', to: '2025-06-11' }

/** Rows as a reader of Parquet gives them. */
const ParquetRowsSchema = z.array(z.object({ time_utc: z.date(), power_mw: z.number().nullish() }))
/** The real product with ten days of quarter hours of Germany that no rule leaves untouched: gaps, halves, negative residuals. */
async function open() {
  const database = await openTestDatabase()
  const { app, series, store } = await startForecastServer(database)
  const quarters = (length: number, shift: number) =>
    Array.from({ length }, (_, quarter) =>
      quarter % 97 === shift ? NaN : 1000 + ((quarter * 37 + shift * 811) % 4001) / 8,
    )
  for (const kind of ['actual', 'tso'] as const satisfies Kind[])
    await storeValues(
      series,
      NOW,
      QUANTITIES.map((quantity, index) =>
        block({ area: 'DE', quantity, kind }, START, 15, quarters(10 * 96 - 30, index + 3)),
      ),
    )
  const get = (parameters: CallParameters, headers?: Record<string, string>) =>
    app.read(SERIES_PATH, { area: 'DE', quantity: 'residual', ...WHOLE, ...parameters }, headers)
  const rows = async (parameters: CallParameters) =>
    SeriesAnswerSchema.parse((await get({ format: 'json', ...parameters })).json<unknown>())
  const values = async (parameters: CallParameters) =>
    (await rows(parameters)).map(({ power_mw }) => power_mw)
  return { ...app, series, store, get, rows, values }
}

test('its numbers are those of the dashboard', async () => {
  const { post, rows } = await open()
  for (const [zone, quantity, category, frequency] of [
    ['Europe/Brussels', 'residual', 'Residual Load', 'H'],
    ['Europe/Brussels', 'residual', 'Residual Load', 'D'],
    ['Asia/Kolkata', 'wind', 'wind', 'H'],
    ['Asia/Kolkata', 'wind', 'wind', 'D'],
  ] as const) {
    const answer = await post(
      QUERY_PATH,
      { category, area: 'DE', time: ['2025-06-01 00:00', '2025-06-10 23:59'], frequency },
      { 'x-time-zone': zone },
    )
    const curves = QueryAnswerSchema.parse(answer.json<unknown>())
    for (const [kind, name] of [
      ['actual', 'Actual'],
      ['tso', 'TSO forecast'],
    ] as const) {
      const data = curves[name]?.data ?? {}
      const own = (await rows({ kind, quantity, frequency, zone })).filter(({ time_utc }) => time_utc in data)
      expect(own.length).toBeGreaterThan(5)
      expect(Object.fromEntries(own.map(({ time_utc, power_mw }) => [time_utc, power_mw]))).toEqual(data)
    }
  }
})

test('gives the same rows as CSV, JSON and Parquet, plain and compressed', async () => {
  const { get, rows } = await open()
  const json = await rows({})
  expect(json).toHaveLength(240)
  expect(json.some(({ power_mw }) => power_mw === null)).toBe(true)
  const csv = await get({})
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = ['time_utc,power_mw', ...json.map((row) => `${row.time_utc},${row.power_mw ?? ''}`)]
  expect(csv.body).toBe(`${lines.join('\n')}\n`)
  const zipped = await get({}, { 'accept-encoding': 'gzip, br' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(csv.body)
  const parquet = await get({ format: 'parquet' }, { 'accept-encoding': 'gzip' })
  expect(parquet.headers['content-encoding']).toBeUndefined()
  const file = new Uint8Array(parquet.rawPayload).buffer
  const read = ParquetRowsSchema.parse(await parquetReadObjects({ file }))
  const inText = read.map(({ time_utc, power_mw }) => ({
    time_utc: time_utc.toISOString().replace('.000', ''),
    power_mw: power_mw ?? null,
  }))
  expect(inText).toEqual(json)
  const basis = 'DE: bidding zone DE-LU with Luxembourg; sources: test; actual: as last revised'
  for (const { headers } of [csv, zipped, parquet]) expect(headers['x-basis']).toBe(basis)
  expect(parquetMetadata(file).key_value_metadata).toEqual([{ key: 'basis', value: basis }])
  expect((await rows({ columns: 'basis' }))[0]?.basis).toBe(basis)
  const two = [
    'CWE: DE is bidding zone DE-LU with Luxembourg; sources: test; actual: as last revised',
    'PL: sources: none; actual: as last revised',
  ]
  const both = { area: 'CWE,PL' }
  const headed = await get({ ...both, head: 'basis' })
  const plain = await get(both)
  expect(plain.headers['x-basis']).toBe(two.join(' | '))
  expect(headed.body).toBe(`${two.map((line) => `# ${line}\n`).join('')}${plain.body}`)
  const inObject: unknown = (await get({ ...both, head: 'basis', format: 'json' })).json()
  expect(inObject).toEqual({ basis: two, rows: await rows(both) })
  const { headers } = await get({ kind: 'tso,final', as_of: '2025-06-30' })
  expect(headers['x-basis']).toBe(
    'DE: bidding zone DE-LU with Luxembourg; sources: test; tso: as published when it was due (from files: as last published); others: our runs; as known at 2025-06-29T22:00:00.000Z',
  )
})

test('gives quarter hours where they are stored, and says where they are not', async () => {
  const { get, values } = await open()
  const quarters = await values({ frequency: '15min', from: '2025-06-02 10:00', to: '2025-06-02T11:00' })
  expect(quarters).toHaveLength(4)
  const [hour] = await values({ from: '2025-06-02T08:00Z', to: '2025-06-02T11:00+02:00' })
  expect(hour).toBeCloseTo(
    quarters.reduce<number>((sum, value) => sum + (value ?? NaN) / 4, 0),
    1,
  )
  const none = await get({ frequency: '15min', area: 'FR' })
  expect(refusalOf(none)).toBe(
    '400 No quarter hours of this series are stored in this time: frequency must be H or D.',
  )
})

test('final, P10 and P90 are those of the runs, now and as they were known', async () => {
  const { store, get, values } = await open()
  const early = runOf('DE', '2025-06-11', { kind: 'early', issuedAtUtc: Date.parse('2025-06-10T07:00Z') })
  const band = early.hours.p10.map(() => 1)
  await store.add([
    { ...early, hours: { ...early.hours, p10: band, final: early.hours.model } },
    runOf('DE', '2025-06-11', { issuedAtUtc: Date.parse('2025-06-10T16:00Z') }),
  ])
  const day = { from: '2025-06-11', to: '2025-06-12' }
  const first = async (parameters: CallParameters) => (await values({ ...day, ...parameters }))[0]
  expect(await first({ kind: 'final' })).toBe(1500)
  expect(await first({ kind: 'final', quantity: 'load' })).toBe(1700)
  expect(await first({ kind: 'p10' })).toBe(1400)
  expect(await first({ kind: 'p90' })).toBe(1650)
  const then = { as_of: '2025-06-10T15:59Z' }
  expect(await first({ kind: 'final', ...then })).toBe(1000)
  expect(await first({ kind: 'final', quantity: 'load', ...then })).toBe(1200)
  expect(await first({ kind: 'p10', ...then })).toBe(1)
  expect(await first({ kind: 'model', run: 'early' })).toBe(1000)
  expect(await first({ kind: 'p10', run: 'early' })).toBe(1)
  expect(await first({ kind: 'final', run: 'complete' })).toBe(1500)
  expect(await values({ ...day, kind: 'final', run: 'complete', ...then })).toEqual([])
  expect(await first({ kind: 'final', frequency: 'D' })).toBe(1511.5)
  expect((await get({ ...day, kind: 'final', area: 'FR' })).body).toContain('2025-06-10T22:00:00Z,\n')
})

test('an as_of before anything was known is an empty list that says why', async () => {
  const { store, get } = await open()
  await store.add([runOf('DE', '2025-06-10', { issuedAtUtc: NOW })])
  for (const kind of ['actual', 'tso', 'model', 'final', 'p10', 'p90', 'actual,tso,final']) {
    const answers = await Promise.all(
      (['json', 'csv', 'parquet'] as const).map((format) => get({ kind, format, as_of: '2025-05-31' })),
    )
    for (const { statusCode, headers } of answers)
      expect([statusCode, headers['x-reason']]).toEqual([
        200,
        'No value of this had been measured, fetched or forecast by 2025-05-30T22:00:00.000Z.',
      ])
    const [json, csv, parquet] = answers
    expect(json?.json()).toEqual([])
    expect(csv?.body.trim().split('\n')).toHaveLength(1)
    const file = new Uint8Array(parquet?.rawPayload ?? []).buffer
    expect(await parquetReadObjects({ file })).toEqual([])
  }
  expect((await get({ kind: 'tso' })).headers).not.toHaveProperty('x-reason')
})

test('a group is the sum of its members, and says which had no value in the whole time', async () => {
  const { series, post, get, rows } = await open()
  const wind = { quantity: 'wind', kind: 'actual' } as const
  await storeValues(series, NOW, [
    block({ area: 'FR', ...wind }, START, 60, [100, 200, NaN, 300]),
    block({ area: 'BE', ...wind }, START + 200 * 24 * HOUR_MS, 60, [7, 8]),
  ])
  const wanted = { area: 'CWE', quantity: 'wind', from: '2025-06-01', to: '2025-06-01 06:00' }
  const group = await rows(wanted)
  expect(group.map(({ without }) => without)).toEqual(group.map(() => 'AT CH NL BE'))
  const body = query({ area: 'CWE', time: ['2025-06-01 00:00', '2025-06-01 05:00'] })
  const card = QueryAnswerSchema.parse((await post(QUERY_PATH, body)).json<unknown>())
  const data = Object.entries(card['Actual (without AT, CH, NL, BE)']?.data ?? {})
  expect(data.length).toBeGreaterThan(3)
  expect(group.map(({ time_utc, power_mw }) => [time_utc, power_mw])).toEqual(expect.arrayContaining(data))
  const long = await rows({ ...wanted, to: '2026-06-01' })
  expect(long[0]).toEqual({ time_utc: '2025-05-31T22:00:00Z', power_mw: null, without: 'AT CH NL' })
  expect((await get({ ...wanted, format: 'csv', area: 'SEE' })).body).toMatch(
    /^time_utc,power_mw,without\n[^,]*,,RO BG GR BA HR MK RS SI\n/,
  )
})

test('several areas and kinds come in one answer, in order of time, area and kind', async () => {
  const { get, rows } = await open()
  const wanted = { area: 'FR,DE', kind: 'tso,actual', quantity: 'load', from: '2025-06-01', to: '2025-06-02' }
  const together = await rows(wanted)
  expect(together).toHaveLength(24 * 4)
  expect(together.slice(0, 5).map(({ area, kind }) => `${area} ${kind}`)).toEqual([
    'FR tso',
    'FR actual',
    'DE tso',
    'DE actual',
    'FR tso',
  ])
  for (const kind of ['tso', 'actual'])
    expect(
      together
        .filter((row) => row.area === 'DE' && row.kind === kind)
        .map(({ time_utc, power_mw }) => ({ time_utc, power_mw })),
    ).toEqual(await rows({ ...wanted, area: 'DE', kind }))
  const parquet = await get({ ...wanted, format: 'parquet' })
  const read = await parquetReadObjects({ file: new Uint8Array(parquet.rawPayload).buffer })
  expect(read[3]).toMatchObject({ area: 'DE', kind: 'actual', power_mw: together[3]?.power_mw })
  expect(await rows({ ...wanted, area: 'DE,DE', kind: 'tso' })).toHaveLength(24)
})

test('answers 304 until something is written, or another release answers', async () => {
  const { get, series } = await open()
  const { etag = '' } = (await get({})).headers
  expect(etag).toMatch(/^W\/"[\w.-]+-[\w-]{22}"$/)
  expect(etag).toContain(PRODUCT_VERSION)
  // As a proxy sends it that takes the tag for a strong one.
  expect((await get({}, { 'if-none-match': etag.replace('W/', '') })).statusCode).toBe(304)
  const again = await get({}, { 'if-none-match': `"other", ${etag}` })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  expect(again.headers['cache-control']).toBe('private, no-cache')
  for (const other of [
    { quantity: 'load' },
    { frequency: 'D' },
    { format: 'json' },
    { to: '2025-06-10' },
  ] satisfies CallParameters[])
    expect((await get(other, { 'if-none-match': etag })).statusCode).toBe(200)
  await series.mirror([block({ ...LOAD, area: 'AT' }, START, 60, [1])], [], FIRST)
  expect((await get({}, { 'if-none-match': etag })).statusCode).toBe(200)
})

const REFUSED: readonly [CallParameters, RegExp | string][] = [
  [{ area: 'XX' }, /^area must be one of CWE, DE, FR, .*, or several of them separated by commas\.$/],
  [{ area: 'DE,XX' }, /^area must be one of CWE, DE, FR, /],
  [{ area: '' }, /^area must be one of CWE, DE, FR, /],
  [
    { quantity: 'Residual Load' },
    'quantity must be one of load, solar, wind, residual, wind_onshore, wind_offshore.',
  ],
  [{ kind: 'best' }, /^kind must be one of actual, tso, model, final, p10, p90, uploaded, or several /],
  [{ frequency: 'M' }, 'frequency must be one of 15min, H, D.'],
  [
    { columns: 'unit,colour' },
    'columns must be one of unit, published_utc, basis, or several of them separated by commas.',
  ],
  [{ format: 'xlsx' }, 'format must be one of csv, json, parquet.'],
  [{ zone: 'Mars' }, 'zone must be an IANA time zone such as Europe/Brussels.'],
  [{ from: '2025-02-30' }, /^from must be a time that exists, written yyyy-MM-dd, /],
  [{ from: '2025-02-30T10:00Z' }, /^from must be a time that exists, /],
  [{ to: '1999-12-31' }, /^to must be a time that exists, .* 2000 to 2100\.$/],
  [{ to: '2025-06-01' }, 'from must be before to.'],
  [{ to: '2035-06-12' }, 'from and to may be at most 10 years apart.'],
  [{ as_of: 'now', kind: 'tso' }, /^as_of must be a time that exists, .* It can also be D-1T08:00 /],
  [{ kind: 'model', frequency: '15min' }, 'The model forecasts hours: frequency must be H or D.'],
  [{ kind: 'tso,final', frequency: '15min' }, 'The model forecasts hours: frequency must be H or D.'],
  [
    { kind: 'p10', quantity: 'load' },
    /^p10 and p90 are kept for hours of the residual load of single areas: /,
  ],
  [{ kind: 'p90', frequency: 'D' }, /^p10 and p90 are kept for hours /],
  [{ kind: 'final,p90', area: 'DE,CWE' }, /^p10 and p90 are kept for hours /],
  [{ colour: 'red' }, /^The address has an unknown parameter\. It can have area, quantity, /],
]

test('answers what it cannot answer with 400 and one sentence', async () => {
  const { get } = await open()
  for (const [parameters, sentence] of REFUSED) {
    const answer = await get(parameters)
    expect([parameters, answer.statusCode]).toEqual([parameters, 400])
    expect(answer.json<{ error: string }>().error).toMatch(sentence)
    expect(answer.headers.etag).toBeUndefined()
  }
})

test('knows the names of areas and frequencies that other programs use', async () => {
  const { get, rows } = await open()
  const wanted = { from: '2025-06-02', to: '2025-06-04' }
  for (const [name, plain] of [
    [{ area: 'DE_LU' }, { area: 'DE' }],
    [{ frequency: 'h' }, {}],
    [{ frequency: '1h' }, { frequency: 'H' }],
    [{ frequency: 'd' }, { frequency: 'D' }],
    [{ frequency: '1d' }, { frequency: 'D' }],
  ] as const)
    expect(await rows({ ...wanted, ...name })).toEqual(await rows({ ...wanted, ...plain }))
  const both = await get({ ...wanted, area: 'IT_NORD,DE_LU,IT-NORD' })
  expect(both.body.split('\n').slice(1, 3)).toEqual([
    '2025-06-01T22:00:00Z,IT-NORD,actual,',
    expect.stringMatching(/^2025-06-01T22:00:00Z,DE,actual,-?[\d.]+$/),
  ])
})

test('says the unit and when a forecast was published on request', async () => {
  const { store, series, rows, get } = await open()
  const day = Date.parse('2025-06-10T22:00Z')
  const fetchedAt = (hour: string) => Date.parse(`2025-06-10T${hour}:00:00Z`)
  // Load is due at ten in Brussels, wind and sun at six in the evening.
  for (const [quantity, hour, powerMw] of [
    ['load', '05', 7],
    ['load', '09', 8],
    ['load', '10', 9],
    ['solar', '06', 1],
    ['wind', '07', 1],
  ] as const)
    await storeForecast(series, fetchedAt(hour), [
      block({ area: 'DE', quantity, kind: 'tso' }, day, 60, Array<number>(24).fill(powerMw)),
    ])
  await store.add([runOf('DE', '2025-06-11', { issuedAtUtc: fetchedAt('16') })])
  const wanted = { from: '2025-06-11', to: '2025-06-11 01:00', columns: 'unit,published_utc' }
  const published = async (parameters: CallParameters) => {
    const [row] = await rows({ ...wanted, ...parameters })
    expect(row?.unit).toBe('MW')
    return row?.published_utc?.slice(11, 13)
  }
  // The first version after the due time counts, and the latest of the three parts.
  expect(await published({ kind: 'tso', quantity: 'load' })).toBe('09')
  expect(await published({ kind: 'tso', quantity: 'load', as_of: '2025-06-10T20:00Z' })).toBe('09')
  expect(await published({ kind: 'tso', quantity: 'load', as_of: '2025-06-10T08:00Z' })).toBe('05')
  expect(await published({ kind: 'tso' })).toBe('09')
  expect(await published({ kind: 'tso', quantity: 'wind' })).toBe('07')
  for (const kind of ['model', 'final', 'p10']) expect(await published({ kind })).toBe('16')
  expect(await published({ kind: 'final', frequency: 'D', to: '2025-06-12' })).toBe('16')
  expect(await published({ kind: 'actual', from: '2025-06-02' })).toBeUndefined()
  // A version after the due time counts where no other one has a value.
  for (const [hour, hours] of [
    ['17', 12],
    ['18', 24],
  ] as const)
    await storeForecast(series, fetchedAt(hour), [
      block({ area: 'FR', quantity: 'wind', kind: 'tso' }, day, 60, Array<number>(hours).fill(5)),
    ])
  const versions = async (parameters: CallParameters) =>
    (await rows({ ...wanted, kind: 'tso', versions: 'all', ...parameters })).map(
      ({ power_mw, published_utc }) => [power_mw, published_utc?.slice(11, 13)],
    )
  expect(await versions({ quantity: 'load' })).toEqual([
    [7, '05'],
    [8, '09'],
  ])
  expect(await versions({ quantity: 'load', as_of: '2025-06-10T08:00Z' })).toEqual([[7, '05']])
  const noon = { area: 'FR', quantity: 'wind', from: '2025-06-11 11:00', to: '2025-06-11 13:00' }
  expect(await versions(noon), 'an equal version is none').toEqual([
    [5, '17'],
    [5, '18'],
  ])
  const none = await get({ ...wanted, area: 'BE', kind: 'tso', versions: 'all', format: 'json' })
  expect([none.json(), none.headers['x-reason']]).toEqual([[], 'No version of this is kept.'])
  const csv = await get({ ...wanted, kind: 'final', area: 'DE,CWE', columns: 'unit' })
  expect(csv.body.split('\n').slice(0, 3)).toEqual([
    'time_utc,area,kind,power_mw,without,unit',
    '2025-06-10T22:00:00Z,DE,final,1500,,MW',
    '2025-06-10T22:00:00Z,CWE,final,1500,FR AT CH NL BE,MW',
  ])
})

test('writes ten years while it reads them, and ends a cut answer as cut', async () => {
  const { server, signIn, database } = await open()
  const address = await server.listen({ port: 0 })
  const authorization = `Bearer ${await signIn()}`
  const url = `${SERIES_PATH}?area=DE&quantity=load&from=2016-06-11&to=2026-06-11`
  const ask = () =>
    new Promise<{ status: number | undefined; text: string; isWhole: boolean }>((resolve, reject) => {
      const sent = httpRequest(`${address}${url}`, { headers: { authorization } }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        answer.once('close', () => resolve({ status: answer.statusCode, text, isWhole: answer.complete }))
        answer.once('error', () => undefined)
      })
      sent.once('error', reject).end()
    })
  const askWhenNotBusy = async () => {
    let answer = await ask()
    while (answer.status === 503) answer = await ask()
    return answer
  }
  // Callers who go away do not keep their places.
  for (let caller = 0; caller < 6; caller += 1)
    await new Promise<void>((resolve) => {
      const sent = httpRequest(`${address}${url}`, { headers: { authorization } })
      sent
        .once('response', () => sent.destroy())
        .once('close', () => resolve())
        .once('error', () => undefined)
      sent.end()
    })
  const status = async () => (await server.inject({ url, headers: { authorization } })).statusCode
  await expect.poll(status).toBe(200)

  const whole = await askWhenNotBusy()
  expect(whole.isWhole).toBe(true)
  expect(whole.text.split('\n')).toHaveLength(3652 * 24 + 2)

  const read = database.query.bind(database)
  let reads = 0
  database.query = (text, parameters) => {
    if (text.includes('FROM chunk') && (reads += 1) > 3) throw new DatabaseError('gone')
    return read(text, parameters)
  }
  const cut = await askWhenNotBusy()
  expect(cut.isWhole).toBe(false)
  expect(cut.text.split('\n').length).toBeLessThan(4 * 92 * 24)
  reads = 3
  const failed = await server.inject({ url, headers: { authorization } })
  expect(failed.statusCode).toBe(503)
})

test('splits wind where both parts are stored, as it is known now and as it was', async () => {
  const { series, get, values } = await open()
  const span = { from: '2025-06-02 10:00', to: '2025-06-02 12:00' }
  expect(await values({ quantity: 'wind_onshore', ...span })).toEqual([null, null])
  const startsAtUtc = Date.parse('2025-06-02T10:00+02:00')
  const offshore = (kind: 'actual' | 'tso', powerMw: number[]) =>
    storeForecast(series, Date.parse('2025-06-01T10:00Z'), [
      block({ area: 'DE', quantity: 'wind_offshore', kind }, startsAtUtc, 60, powerMw),
    ])
  await offshore('actual', [200, NaN])
  await offshore('tso', [300, 310])
  for (const kind of ['actual', 'tso']) {
    const [wind, ours] = await Promise.all(
      ['wind', 'wind_offshore'].map((quantity) => values({ quantity, kind, ...span })),
    )
    const onshore = wind?.map((mw, hour) => {
      const part = ours?.[hour] ?? null
      return mw === null || part === null ? null : Math.round((mw - part) * 100) / 100
    })
    expect(ours).toEqual(kind === 'actual' ? [200, null] : [300, 310])
    expect(await values({ quantity: 'wind_onshore', kind, ...span })).toEqual(onshore)
  }
  const asOf = { quantity: 'wind_offshore', kind: 'tso', as_of: '2025-06-01T12:00Z', ...span }
  expect(await values(asOf)).toEqual([300, 310])
  const refused = await get({ quantity: 'wind_onshore', kind: 'model', ...span })
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ error: expect.stringContaining('all wind together') })
})
