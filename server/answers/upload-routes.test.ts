import { expect, test } from 'vitest'

import { KEYS_PATH, MadeKeySchema } from '#contract/keys.ts'
import { STATUS_PATH, StatusSchema } from '#contract/status.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { CSV_TYPE, UploadedSchema, UploadListSchema, UPLOADS_PATH } from '#contract/uploads.ts'
import type { Database } from '#server/database/database.ts'
import { KNOWN_NOW, knownAt } from '#server/series/known.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { addColleague, openSignedInApp } from '#server/testing/app.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const HEADER = 'time_utc,area,quantity,power_mw,issued_utc'
const MORNING = '2026-11-20 08:00:00+00:00'

async function open(database: Database) {
  let nowUtc = NOW_UTC
  const app = await openSignedInApp(database, () => nowUtc)
  const made = await app.post(KEYS_PATH, { name: 'desk', canUpload: true })
  const { key } = MadeKeySchema.parse(made.json())
  return {
    ann: await addColleague(app),
    admin: await app.signIn(),
    send: app.send,
    server: app.server,
    told: async () => {
      const answer = await app.send('GET', STATUS_PATH, await app.signIn())
      return StatusSchema.parse(answer.json()).rewrittenUploads
    },
    upload: (lines: readonly string[], query = 'name=Vendor', header = HEADER) =>
      app.server.inject({
        method: 'POST',
        url: `${UPLOADS_PATH}?${query}`,
        headers: { authorization: `Bearer ${key}`, 'content-type': CSV_TYPE },
        payload: [header, ...lines].join('\n'),
      }),
    list: async (bearer = key) =>
      UploadListSchema.parse((await app.send('GET', UPLOADS_PATH, bearer)).json()).forecasts,
    key,
    setNow: (utc: number) => {
      nowUtc = utc
    },
  }
}

describeOnBothEngines('an uploaded forecast', (openDatabase) => {
  test('is kept by issue, seen by its owner alone or by all, and deleted by its owner', async () => {
    const database = await openDatabase()
    const { upload, list, send, admin, ann, key } = await open(database)
    const store = createUploadStore(database)
    const first = await upload([
      `2026-11-21T00:00:00Z,DE,load,50000,${MORNING}`,
      `2026-11-21 01:00:00+00:00,DE_LU,load,51000.5,${MORNING}`,
      `2026-11-21T00:00Z,DE,solar,,${MORNING}`,
    ])
    const { id, values, label } = UploadedSchema.parse(first.json())
    expect([values, label]).toEqual([2, 'Vendor · jane'])
    await upload([
      '2026-11-21T00:00Z,DE,load,52000,2026-11-20T09:00Z',
      ...['solar', 'wind'].map((quantity) => `2026-11-21T00:00Z,DE,${quantity},100,2026-11-20T09:00Z`),
    ])
    const fromUtc = Date.UTC(2026, 10, 21)
    const read = async (quantity: 'load' | 'residual', known = KNOWN_NOW) => {
      const span = { fromUtc, toUtc: fromUtc + 2 * HOUR_MS }
      const wanted = { uploads: [id], area: 'DE' as const, quantities: [quantity] }
      return [...(await store.read(wanted, span, known))(id, quantity).powerMw]
    }
    const hours = (...mw: number[]) => mw.flatMap((one) => [one, one, one, one])
    expect(await read('load')).toEqual(hours(52_000, 51_000.5))
    expect(await read('load', knownAt(Date.UTC(2026, 10, 20, 8, 59)))).toEqual(hours(50_000, 51_000.5))
    expect(await read('residual')).toEqual(hours(51_800, NaN))
    // Values of the same issue in a later upload replace only their own times.
    await upload([`2026-11-21T01:00Z,DE,load,51500,${MORNING}`])
    expect(await read('load', knownAt(Date.UTC(2026, 10, 20, 8)))).toEqual(hours(50_000, 51_500))

    expect(await list()).toEqual([
      {
        id,
        name: 'Vendor',
        label,
        visible_to: 'owner',
        is_own: true,
        is_input: false,
        areas: ['DE'],
        quantities: ['load', 'solar', 'wind'],
        first_day: '2026-11-21',
        last_day: '2026-11-21',
        last_issued_utc: '2026-11-20T09:00:00.000Z',
        rewritten_utc: null,
      },
    ])
    expect(await list(ann)).toEqual([])
    const patch = async (bearer: string, body = { is_input: true }) =>
      (await send('PATCH', `${UPLOADS_PATH}/${id}`, bearer, body)).statusCode
    expect(await patch(admin)).toBe(404)
    const row = [`2026-11-22T00:00Z,DE,load,50000,${MORNING}`]
    await upload(row, 'name=Vendor&visible_to=all')
    expect(await list(ann)).toMatchObject([{ label, visible_to: 'all', is_own: false, is_input: false }])
    expect([await patch(ann), await patch(key), await patch(admin)]).toEqual([403, 401, 200])
    expect(await list(ann)).toMatchObject([{ is_input: true }])
    expect(await store.inputs()).toEqual([{ id, label, name: 'Vendor' }])
    await upload(row, 'name=Vendor&visible_to=owner')
    expect([await store.inputs(), (await list())[0]?.is_input]).toEqual([[], false])
    await upload(row, 'name=Vendor&visible_to=all')
    expect(await list(ann)).toMatchObject([{ visible_to: 'all', is_input: false }])
    expect((await send('DELETE', `${UPLOADS_PATH}/${id}`, ann)).statusCode).toBe(404)
    expect((await send('DELETE', `${UPLOADS_PATH}/${id}`, key)).json()).toEqual({ id })
    expect([await list(), await list(ann)]).toEqual([[], []])
    expect(await database.query('SELECT FROM upload_version')).toEqual([])
  })
})

const day = (mw: string, minutes: readonly number[], quantity = 'load', issued = MORNING) =>
  minutes.map((minute) => {
    const time = new Date(Date.UTC(2026, 10, 20, 23) + minute * 60_000).toISOString()
    return `${time},DE,${quantity},${mw},${issued}`
  })
const hours = Array.from({ length: 24 }, (_, hour) => hour * 60)

describeOnBothEngines('an upload', (openDatabase) => {
  test('with a bad line stores nothing, and names the line', async () => {
    const { upload, list } = await open(await openDatabase())
    const good = `2026-11-21T00:00Z,DE,load,50000,${MORNING}`
    const cases: [line: string, message: RegExp][] = [
      [good, /^line 3: load of DE at this time and issue is already in an earlier line/],
      [`2026-11-21T01:00Z,CWE,load,1,${MORNING}`, /^line 3: CWE is a group/],
      [`2026-11-21T01:00Z,DE,price,1,${MORNING}`, /^line 3: the quantity "price" is not one of load, /],
      [`2026-11-21T01:00Z,DE,load,"1,5",${MORNING}`, /^line 3: "1,5" in the column power_mw/],
      [`2026-11-21T01:00Z,DE,load,-1,${MORNING}`, /^line 3: -1 MW cannot be the load of DE/],
      [`2026-11-21T01:00,DE,load,1,${MORNING}`, /^line 3: "2026-11-21T01:00" is not a time/],
      ['2026-11-21T01:00Z,DE,load,1,2026-11-20', /^line 3: "2026-11-20" is not a time/],
      [
        '2026-11-21T01:00Z,DE,load,1,2026-11-20T12:06Z',
        /^line 3: issued_utc 2026-11-20T12:06Z is in the future/,
      ],
      ['2026-11-21T01:00Z,DE,load,1', /^line 3: it has 4 cells/],
    ]
    for (const [line, message] of cases.slice(0, 9)) {
      const answer = await upload([good, line])
      const { error } = answer.json<{ error: string }>()
      expect([answer.statusCode, error.replace('Nothing is stored: ', '')]).toEqual([
        400,
        expect.stringMatching(message),
      ])
    }
    expect(await list()).toEqual([])
    const refused = await upload([good])
    expect([refused.statusCode, (await upload([good])).statusCode]).toEqual([200, 429])
  })

  test('is refused by its size, type, header and name', async () => {
    const { upload, send, server, key, list } = await open(await openDatabase())
    expect((await upload(['x'.repeat(2_000_001)])).json()).toEqual({
      error: 'The body is too large: at most 2 MB are taken.',
    })
    expect((await send('POST', `${UPLOADS_PATH}?name=a`, key, {})).json()).toEqual({
      error: 'The body must be of type text/csv; application/json was sent.',
    })
    const headers = { authorization: `Bearer ${key}` }
    const url = `${UPLOADS_PATH}?name=a`
    const untyped = await server.inject({ method: 'POST', url, headers, payload: HEADER })
    expect([untyped.statusCode, untyped.json()]).toEqual([
      415,
      { error: 'The body must be of type text/csv; no type was sent.' },
    ])
    const json = { ...headers, 'content-type': 'application/json' }
    const named = await server.inject({ method: 'POST', url, headers: json, payload: HEADER })
    expect([named.statusCode, named.json()]).toEqual([
      415,
      { error: 'The body must be of type text/csv; application/json was sent.' },
    ])
    expect((await upload([], 'name=a', 'time_utc,area')).json()).toMatchObject({
      error: expect.stringMatching(/line 1: the columns time_utc, area, quantity, power_mw, issued_utc are/),
    })
    // The middle dot in each of its forms, and a sign that a spreadsheet computes with.
    for (const name of ['a · b', 'a \u0387 b', '=a'])
      expect((await upload([], `name=${encodeURIComponent(name)}`)).json()).toMatchObject({
        error: expect.stringMatching(/^name must be/),
      })
    expect(await list()).toEqual([])
  })

  test('in another unit, with other steps or without a sense in its steps stores nothing', async () => {
    const { upload, list } = await open(await openDatabase())
    const quarters = Array.from({ length: 96 }, (_, quarter) => quarter * 15)
    const cases: [rows: string[], message: RegExp][] = [
      [day('41.2', hours), /it is in GW: multiply it by 1000\. .* send it with unit=checked\.$/],
      [day('10300', quarters), /MWh per quarter hour: multiply it by 4/],
      [day('45000000', hours), /it is in kW: divide it by 1000/],
      [day('41.2', hours, 'residual'), /residual of DE is 41\.2 MW at most here, .*GW/],
      [day('50000', [...hours, 375]), /^line 26: load of DE has values of whole hours around/],
      [day('50000', [0, 180, 360, 540]), /^line 2: load of DE has one value every 3 hours/],
    ]
    for (const [rows, message] of cases) {
      const { error } = (await upload(rows)).json<{ error: string }>()
      expect(error.replace('Nothing is stored: ', '')).toMatch(message)
    }
    expect(await list()).toEqual([])
    expect((await upload(day('41.2', hours), 'name=Vendor&unit=checked')).json()).toMatchObject({
      values: 24,
      notes: [],
    })
  })

  test('of a few values in another unit, or of steps above an hour on a day or in an issue, stores nothing', async () => {
    const { upload, list } = await open(await openDatabase())
    const cases: [rows: string[], message: RegExp][] = [
      [day('50000', [0, 720]), /^line 2: load of DE has one value every 12 hours/],
      [day('50000', [0, 1440]), /^line 2: load of DE has one value a day/],
      [
        day('50000', [...hours, 1440, 1620, 1800, 1980, 2160]),
        /^line 26: load of DE has one value every 3 hours/,
      ],
      [
        [...day('50000', [0, 720], 'load', '2026-11-20T07:00Z'), ...day('50000', hours)],
        /^line 2: load of DE has one value every 12 hours/,
      ],
      [day('30.1', hours.slice(0, 6), 'residual'), /^line 2: residual of DE is 30\.1 MW at most here, .*GW/],
    ]
    for (const [rows, message] of cases) {
      const { error } = (await upload(rows)).json<{ error: string }>()
      expect(error.replace('Nothing is stored: ', '')).toMatch(message)
    }
    expect(await list()).toEqual([])
    expect((await upload(day('50000', [0, 120]))).json()).toMatchObject({ values: 2 })
  })

  test('of quarter hours of one day and hours of the next fills both days', async () => {
    const database = await openDatabase()
    const { upload } = await open(database)
    const fromUtc = Date.UTC(2026, 10, 20, 23)
    const rows = [...Array(96).keys(), ...Array.from({ length: 24 }, (_, hour) => 96 + 4 * hour)].map(
      (quarter) => `${new Date(fromUtc + quarter * 900_000).toISOString()},DE,load,50000,${MORNING}`,
    )
    const { id, values } = UploadedSchema.parse((await upload(rows)).json())
    expect(values).toBe(120)
    const wanted = { uploads: [id], area: 'DE' as const, quantities: ['load' as const] }
    const span = { fromUtc, toUtc: fromUtc + 48 * HOUR_MS }
    const { powerMw } = (await createUploadStore(database).read(wanted, span, KNOWN_NOW))(id, 'load')
    expect([...powerMw]).toEqual(Array<number>(192).fill(50_000))
  })
})

describeOnBothEngines('the issues of an upload', (openDatabase) => {
  test('count when they had arrived, to the millisecond, and rewriting the past ends their use', async () => {
    const database = await openDatabase()
    const { upload, list, send, admin, told, setNow } = await open(database)
    const row = (mw: number, issued: string) => [`2026-11-21T00:00Z,DE,load,${mw},${issued}`]
    const first = await upload(row(50_000, '2026-11-20T11:00:00.001Z'), 'name=Vendor&visible_to=all')
    const { id } = UploadedSchema.parse(first.json())
    const store = createUploadStore(database)
    const fromUtc = Date.UTC(2026, 10, 21)
    const read = async (cutoffUtc: number, hadArrived: boolean) => {
      const wanted = { uploads: [id], area: 'DE' as const, quantities: ['load' as const] }
      const span = { fromUtc, toUtc: fromUtc + HOUR_MS }
      const valuesOf = await store.read(wanted, span, KNOWN_NOW, () => cutoffUtc)
      return valuesOf(id, 'load', hadArrived).powerMw[0]
    }
    expect(await read(Date.UTC(2026, 10, 20, 11), false)).toBeNaN()
    expect(await read(Date.UTC(2026, 10, 20, 11) + 1, false)).toBe(50_000)
    expect(await read(NOW_UTC - 1, true)).toBeNaN()
    expect(await read(NOW_UTC, true)).toBe(50_000)

    const patch = () => send('PATCH', `${UPLOADS_PATH}/${id}`, admin, { is_input: true })
    await patch()
    // The same values, and another value of a day that has not begun, end nothing.
    await upload(row(50_000, '2026-11-20T11:00:00.001Z'))
    await upload(row(51_000, '2026-11-20T11:00:00.001Z'))
    setNow(Date.UTC(2026, 10, 21, 9))
    await upload(row(51_000, '2026-11-20T11:00:00.001Z'))
    expect(await list()).toMatchObject([{ is_input: true, rewritten_utc: null }])
    expect(await told()).toEqual([])
    expect(await read(NOW_UTC, true)).toBe(51_000)
    const { notes } = UploadedSchema.parse((await upload(row(48_000, '2026-11-20T11:00:00.001Z'))).json())
    expect(notes).toEqual([expect.stringMatching(/^Values of days that had begun were changed/)])
    expect(await list()).toMatchObject([{ is_input: false, rewritten_utc: '2026-11-21T09:00:00.000Z' }])
    expect(await told()).toEqual([{ label: 'Vendor · jane', sinceUtc: '2026-11-21T09:00:00.000Z' }])
    expect(await read(NOW_UTC, true)).toBeNaN()
    await patch()
    expect(await list()).toMatchObject([{ is_input: true, rewritten_utc: null }])
    expect(await told()).toEqual([])
    await upload(row(47_000, '2026-11-20T11:00:00.001Z'))
    expect(await told()).toHaveLength(1)
    setNow(Date.UTC(2026, 10, 21, 9) + 14 * DAY_MS)
    expect(await told()).toEqual([])
  })

  test('are thinned to those that count at some moment, whose values stay the same', async () => {
    const database = await openDatabase()
    const { upload, setNow } = await open(database)
    // Every hour of the day before an issue of the hour after it and of the next hour.
    const issues = Array.from({ length: 48 }, (_, half) => {
      const issued = new Date(Date.UTC(2026, 10, 20, 10) - (48 - half) * 1_800_000).toISOString()
      const time = new Date(Date.UTC(2026, 10, 20, 23) + (half % 24) * HOUR_MS).toISOString()
      return `${time},DE,load,${50_000 + half},${issued}`
    })
    const { id } = UploadedSchema.parse((await upload(issues)).json())
    const fromUtc = Date.UTC(2026, 10, 20, 23)
    const store = createUploadStore(database)
    const count = async () => (await database.query('SELECT FROM upload_version')).length
    const hoursAt = async (utc: number) => {
      const wanted = { uploads: [id], area: 'DE' as const, quantities: ['load' as const] }
      const span = { fromUtc, toUtc: fromUtc + 24 * HOUR_MS }
      return [...(await store.read(wanted, span, knownAt(utc)))(id, 'load').powerMw].filter(
        (_, at) => at % 4 === 0,
      )
    }
    expect(await count()).toBeLessThan(10)
    const expected = (utc: number) =>
      Array.from({ length: 24 }, (_, hour) => {
        const known = [24 + hour, hour].find(
          (half) => Date.UTC(2026, 10, 20, 10) - (48 - half) * 1_800_000 <= utc,
        )
        return known === undefined ? NaN : 50_000 + known
      })
    for (const utc of [Date.UTC(2026, 10, 20, 7), Date.UTC(2026, 10, 20, 9), NOW_UTC])
      expect(await hoursAt(utc)).toEqual(expected(utc))
    setNow(Date.UTC(2026, 10, 23))
    await upload([`2026-11-24T00:00Z,DE,load,50000,2026-11-22T00:00Z`])
    expect(await hoursAt(NOW_UTC)).toEqual(expected(NOW_UTC))
  })
})
