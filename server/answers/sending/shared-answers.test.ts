import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'

import { FORECAST_PATH } from '#contract/forecast.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { AREAS_PATH } from '#contract/series.ts'
import { CSV_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { addColleague, openSignedInApp } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { MAP_BODY, NOW } from '#server/testing/forecast-server.ts'
import { query } from '#server/testing/graph-query.ts'

const UPLOAD = 'time_utc,area,quantity,power_mw,issued_utc\n2025-06-11T00:00Z,BE,wind,7,2025-06-10T08:00Z'
const DAY_CALLS = [
  'accuracy?area=DE',
  'accuracy-over-time?area=DE',
  'day-forecast',
  'day-sheet',
  'leaders',
  'peaks',
  'runs',
]
const SIGNED_IN = '/energia/signed-in'
const MARKED = [
  `POST ${QUERY_PATH}`,
  `POST ${QUERY_PATH}?with=final`,
  `POST ${FORECAST_PATH}`,
  'GET /api/v1/briefing?area=DE',
  `GET ${AREAS_PATH}`,
  'GET /api/v1/data-days',
  ...DAY_CALLS.map((name) => `GET /api/v1/${name}`),
]
const BODIES: Readonly<Record<string, object>> = { [QUERY_PATH]: query(), [FORECAST_PATH]: MAP_BODY }

async function open() {
  const app = await openSignedInApp(await openTestDatabase(), () => NOW)
  const { server } = app
  const [ann, zoe] = [await app.signIn(), await addColleague(app)]
  const routes = server.declared.filter(
    ({ config, url }) =>
      ['user', 'reader'].includes(config?.who ?? '') && !url.includes(':id') && url !== SIGNED_IN,
  )
  /** By call, the answer to a user where it is marked as equal for all. */
  async function markedFor(token: string): Promise<Map<string, string>> {
    const marked = new Map<string, string>()
    for (const { method, url } of routes) {
      if (method !== 'GET' && !(url in BODIES)) continue
      for (const more of ['', '?area=DE', '?with=final']) {
        const headers = { authorization: `Bearer ${token}` }
        const payload = BODIES[url]
        const sent = { method: payload ? ('POST' as const) : ('GET' as const), url: url + more, headers }
        const answer = await server.inject({ ...sent, ...(payload && { payload }) })
        if (answer.headers['x-accel-expires'] === undefined) continue
        expect([url, answer.statusCode, answer.headers['x-accel-expires']]).toEqual([url, 200, '5'])
        marked.set(`${sent.method} ${url}${more}`, answer.body)
      }
    }
    return marked
  }
  const seesUploads = async (authorization: string) => {
    const answer = await server.inject({ url: SIGNED_IN, headers: { authorization } })
    return [answer.statusCode, answer.headers['x-sees-uploads']]
  }
  return { server, ann, zoe, markedFor, seesUploads }
}

test('a proxy may keep that a token is valid for five seconds, but not longer than it is, and no refusal', async () => {
  let nowUtc = NOW
  const app = await openSignedInApp(await openTestDatabase(), () => nowUtc)
  const token = await app.signIn()
  const keptS = async () => {
    const answer = await app.server.inject({ url: SIGNED_IN, headers: { authorization: `Bearer ${token}` } })
    return [answer.statusCode, answer.headers['x-accel-expires']]
  }
  expect(await keptS()).toEqual([200, '5'])
  const { exp = 0 } = decodeJwt(token)
  nowUtc = exp * 1000 - 2500
  expect(await keptS()).toEqual([200, '2'])
  nowUtc = exp * 1000 - 1
  expect(await keptS()).toEqual([200, '0'])
  nowUtc = exp * 1000
  expect(await keptS()).toEqual([401, undefined])
})

test('a proxy may keep what is equal for all, and nothing of a user who sees an upload', async () => {
  const { server, ann, zoe, markedFor, seesUploads } = await open()
  const send = (method: 'POST' | 'PATCH', url: string, payload: object | string, type = 'application/json') =>
    server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${ann}`, 'content-type': type },
      payload,
    })
  expect((await send('PATCH', '/energia/followed', { area: 'DE', isFollowed: true })).statusCode).toBe(200)
  const marked = await markedFor(ann)
  expect(marked).toEqual(await markedFor(zoe))
  expect([...marked.keys()]).toEqual(expect.arrayContaining(MARKED))
  const paths = new Set([...marked.keys()].map((name) => name.split('?')[0]))
  expect(paths).toEqual(new Set(MARKED.map((name) => name.split('?')[0])))

  expect(await seesUploads(`Bearer ${ann}`)).toEqual([200, undefined])
  const made = await send('POST', `${UPLOADS_PATH}?name=Vendor`, UPLOAD, CSV_TYPE)
  expect(made.statusCode).toBe(200)
  expect([await seesUploads(`Bearer ${ann}`), await seesUploads(`Bearer ${zoe}`)]).toEqual([
    [200, 'yes'],
    [200, undefined],
  ])
  const ofOwner = await markedFor(ann)
  for (const name of [`POST ${QUERY_PATH}?with=final`, ...DAY_CALLS.map((call) => `GET /api/v1/${call}`)])
    expect([name, ofOwner.get(name)]).toEqual([name, undefined])
  expect([...(await markedFor(zoe)).keys()]).toEqual([...marked.keys()])
  await send('POST', `${UPLOADS_PATH}?name=Vendor&visible_to=all`, UPLOAD, CSV_TYPE)
  expect(await seesUploads(`Bearer ${zoe}`)).toEqual([200, 'yes'])
  expect(await seesUploads('Bearer none')).toEqual([401, undefined])
})
