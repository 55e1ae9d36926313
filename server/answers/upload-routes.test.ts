import { expect, test } from 'vitest'

import { KEYS_PATH, MadeKeySchema } from '#contract/keys.ts'
import { HOUR_MS } from '#contract/time.ts'
import { CSV_TYPE, UploadedSchema, UploadListSchema, UPLOADS_PATH } from '#contract/uploads.ts'
import type { Database } from '#server/database/database.ts'
import { KNOWN_NOW, knownAt } from '#server/series/known.ts'
import { createUploadStore } from '#server/series/uploads/upload-store.ts'
import { addColleague, openSignedInApp } from '#server/testing/app.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const HEADER = 'time_utc,area,quantity,power_mw,issued_utc'
const MORNING = '2026-11-20 08:00:00+00:00'

async function open(database: Database) {
  const app = await openSignedInApp(database, () => NOW_UTC)
  const made = await app.post(KEYS_PATH, { name: 'desk', canUpload: true })
  const { key } = MadeKeySchema.parse(made.json())
  return {
    ann: await addColleague(app),
    admin: await app.signIn(),
    send: app.send,
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
      },
    ])
    expect(await list(ann)).toEqual([])
    const patch = async (bearer: string, body = { is_input: true }) =>
      (await send('PATCH', `${UPLOADS_PATH}/${id}`, bearer, body)).statusCode
    expect(await patch(admin)).toBe(404)
    const row = [`2026-11-22T00:00Z,DE,load,1,${MORNING}`]
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

  test('is refused by its size, type, header, name and number of issues', async () => {
    const { upload, send, key, list } = await open(await openDatabase())
    expect((await upload(['x'.repeat(2_000_001)])).statusCode).toBe(413)
    expect((await send('POST', `${UPLOADS_PATH}?name=a`, key, {})).statusCode).toBe(415)
    expect((await upload([], 'name=a', 'time_utc,area')).json()).toMatchObject({
      error: expect.stringMatching(/line 1: the columns time_utc, area, quantity, power_mw, issued_utc are/),
    })
    expect((await upload([], 'name=a%20%C2%B7%20b')).json()).toMatchObject({
      error: expect.stringMatching(/^name must be/),
    })
    const issues = Array.from(
      { length: 25 },
      (_, number) => `2026-11-21T00:00Z,DE,load,1,2026-11-19T00:${10 + number}Z`,
    )
    expect((await upload(issues)).json()).toMatchObject({
      error:
        'Vendor would have more than 24 issues of a day, or 60000 in all, which is the most that is kept.',
    })
    expect(await list()).toEqual([])
  })
})
