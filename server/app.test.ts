import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { type Settings, STATUS_PATH } from '#contract/status.ts'
import { DAY_MS } from '#contract/time.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { pointsOf } from '#server/sources/weather/area-points.ts'
import {
  openTestApp,
  requestToken,
  startTestApp,
  TEST_USER,
  type TestApp,
  refusalOf,
} from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { startOpenMeteo } from '#server/testing/services/open-meteo.ts'

import { DamageError, DatabaseError, RequestError } from './errors.ts'

describe('the API', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
    app.server.post('/energia/echo', async (request) => ({ body: request.body }))
    app.server.get('/energia/refuse', async () => {
      throw new RequestError(409, 'Not now.', { 'retry-after': '7' })
    })
    app.server.get('/energia/no-database', async () => {
      throw new DatabaseError('connect ECONNREFUSED 10.0.0.7:5432')
    })
    app.server.get('/energia/damaged', async () => {
      throw new DamageError('invalid page in block 3')
    })
    app.server.get('/energia/bug', async () => {
      throw new TypeError('secret detail')
    })
  })
  afterAll(() => app.close())

  const post = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    app.server.inject({ method: 'POST', url: '/energia/echo', headers, payload })

  test('answers an unknown path in JSON', async () => {
    for (const url of [
      '/energia',
      '/energia/',
      '/energia/nothing',
      '/oauth2/authorize',
      '/ENERGIA/x',
      '/energia%2fx.y',
      '/energia/*/',
      '/energia/:x',
      '/api/v1/nothing',
    ]) {
      const answer = await app.server.inject({ url, headers: { accept: 'text/html' } })
      expect([url, refusalOf(answer)]).toEqual([url, '404 There is nothing at this address.'])
    }
  })

  test('answers a wrong method with the allowed ones', async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const) {
      const answer = await app.server.inject({ method, url: '/oauth2/token?a=1' })
      expect([method, answer.statusCode]).toEqual([method, 405])
      expect(answer.headers.allow).toBe('POST')
    }
    const one = await app.server.inject({ method: 'PUT', url: `${DASHBOARDS_PATH}/any` })
    expect([one.statusCode, one.headers.allow]).toEqual([405, 'GET, HEAD, PATCH, DELETE'])
  })

  test.each([
    ['invalid JSON', '{', 'The body is not valid JSON.'],
    ['an empty body', '', 'The body is empty; JSON is expected.'],
    ['a prototype', '{"__proto__":{"a":1}}', 'The body is not valid JSON.'],
    ['a constructor', '{"constructor":{"prototype":{"a":1}}}', 'The body is not valid JSON.'],
    ['200,000 brackets', '['.repeat(16_000), 'The body is not valid JSON.'],
  ])('answers %s with 400', async (_case, payload, sentence) => {
    expect(refusalOf(await post(payload))).toBe(`400 ${sentence}`)
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('takes the last value of a key that comes twice in JSON', async () => {
    expect((await post('{"a":1,"a":2}')).json()).toEqual({ body: { a: 2 } })
  })

  test('accepts 16 kB and no more', async () => {
    const text = (bytes: number) => JSON.stringify('x'.repeat(bytes - 2))
    expect((await post(text(16_384))).statusCode).toBe(200)
    expect(refusalOf(await post(text(16_385)))).toBe('413 The body is too large: at most 16 kB are taken.')
  })

  test.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'x',
  ])('answers a body of type %s with 415', async (type) => {
    expect(refusalOf(await post('{}', { 'content-type': type }))).toBe(
      '415 A body of this content type or encoding is not accepted here.',
    )
  })

  test.each([
    ['no-database', 503, '5', 'The database does not answer; try again in a moment.'],
    ['damaged', 500, undefined, 'A part of the database is damaged; its owner must restore a backup.'],
    ['refuse', 409, '7', 'Not now.'],
  ])('answers the error of /energia/%s with %i', async (name, status, retryAfter, error) => {
    const { statusCode, headers, json } = await app.server.inject(`/energia/${name}`)
    expect([statusCode, headers['retry-after'], json()]).toEqual([status, retryAfter, { error }])
    const isLogged = app.logLines.some((line) => line.includes('invalid page in block 3'))
    expect(isLogged || name !== 'damaged').toBe(true)
  })

  test('answers a bug with an id that is in the log', async () => {
    const answer = await app.server.inject('/energia/bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret detail')
    const number = /request ([0-9a-f-]{36})/.exec(answer.body)?.[1] ?? 'none'
    expect(app.logLines.find((line) => line.includes(number))).toMatch(/TypeError.*secret detail/)
  })

  test('allows no cache to keep its answers', async () => {
    for (const url of ['/energia/nothing', '/energia/bug', '/oauth2/token', '/readyz'])
      expect((await app.server.inject(url)).headers['cache-control']).toBe('no-store')

    const token = await requestToken(app.server, TEST_USER)
    const call = await app.send('GET', STATUS_PATH, await app.signIn())
    for (const answer of [token, call])
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  test('counts requests by route, not by URL', async () => {
    await app.server.inject('/energia/nothing?secret=1')
    const { body } = await app.server.inject('/metrics')
    expect(body).toMatch(/http_requests_total\{method="GET",route="\/energia\/bug",status="500"\} [1-9]/)
    expect(body).not.toContain('secret')
  })
})

describe('the server', () => {
  test('gives the pages their settings before sign-in', async () => {
    const { server } = await openTestApp({
      environment: { SOURCE: 'demo' },
      database: await openTestDatabase(),
    })
    const answer = await server.inject('/settings.json')
    expect(answer.json()).toMatchObject({
      isDemo: true,
      tileUrlLight: expect.stringContaining('light_nolabels'),
    })
  })

  test('fetches the weather of every area where a weather service is set, and names it', async () => {
    const weather = await startOpenMeteo()
    const runUtc = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS
    weather.run = { initialisedS: runUtc / 1000, availableS: runUtc / 1000 + 6 * 3600 }
    const environment = { WEATHER: 'open-meteo', WEATHER_URL: weather.url }
    const { server, database } = await openTestApp({ environment })
    const settings = (await server.inject('/settings.json')).json<Settings>()
    expect(settings.weatherCredit?.url).toBe('https://open-meteo.com/')
    const stored = () =>
      database.query<{ area: string; run: Date }>('SELECT DISTINCT area, run FROM weather_version')
    await vi.waitUntil(async () => (await stored()).length === MEMBER_CODES.length, {
      interval: 100,
      timeout: 60_000,
    })
    expect((await stored()).every(({ run }) => run.getTime() === runUtc)).toBe(true)
    const points = weather.asked().flatMap((url) => (url.searchParams.get('latitude') ?? '').split(','))
    expect(points).toHaveLength(MEMBER_CODES.flatMap(pointsOf).length)
  })

  test('serves its pages without its database, and says that it is not ready', async () => {
    const unreachable = await createPostgresqlDatabase('postgres://nobody@127.0.0.1:1/none')
    onTestFinished(() => unreachable.close())
    const { server } = await openTestApp({ database: unreachable })
    const answer = await server.inject('/readyz')
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ status: 'not ready', parts: { database: { isReady: false } } })
    expect((await server.inject('/home')).statusCode).toBe(200)
    const signIn = await requestToken(server, TEST_USER)
    expect(signIn.statusCode).toBe(503)
    expect(signIn.headers['retry-after']).toBe('5')
    expect(signIn.json()).toMatchObject({ error: 'temporarily_unavailable' })
  })
})
