import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest'

import { STATUS_PATH } from '#contract/status.ts'
import { addTestUser, openTestApp, requestToken, startTestApp, TEST_USER } from '#server/testing/app.ts'
import type { TestApp } from '#server/testing/app.ts'
import { aroundQueries, openTestDatabase } from '#server/testing/database.ts'

import { createPasswords } from './passwords.ts'
import { createUsers } from './users.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HOUR_MS = 3_600_000

describe('POST /oauth2/token', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const post = (payload: string, headers: Record<string, string> = FORM) =>
    app.server.inject({ method: 'POST', url: '/oauth2/token', headers, payload })

  test('issues a token that expires when it says', async () => {
    const before = Math.floor(Date.now() / 1000)
    const answer = await requestToken(app.server, TEST_USER)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const body = answer.json<Record<string, unknown>>()
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 })
    const payload = String(body['access_token']).split('.')[1] ?? ''
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    assert(typeof claims === 'object' && claims !== null && 'exp' in claims && 'iat' in claims)
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600)
    expect(Number(claims.iat)).toBeGreaterThanOrEqual(before)
  })

  test('accepts any spelling of the name, and the grant type password', async () => {
    for (const form of [{ username: ' JANE' }, { username: 'ｊａｎｅ' }, { grant_type: 'password' }])
      expect((await requestToken(app.server, { ...TEST_USER, ...form })).statusCode).toBe(200)
  })

  test('answers an unknown user and a wrong password alike, and logs neither password', async () => {
    const wrong = await requestToken(app.server, { ...TEST_USER, password: 'my-wrong-password' }, '192.0.2.1')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({
      error: 'invalid_grant',
      error_description: 'Invalid username or password.',
    })
    const volatile = { date: '', 'x-request-id': '' }
    for (const username of ['nobody', 'a\u0000b', 'x'.repeat(2000), "'; DROP TABLE app_user; --", '💥']) {
      const unknown = await requestToken(app.server, { username, password: 'my-wrong-password' }, '192.0.2.2')
      expect(unknown.statusCode).toBe(401)
      expect(unknown.body).toBe(wrong.body)
      expect({ ...unknown.headers, ...volatile }).toEqual({ ...wrong.headers, ...volatile })
    }
    expect(app.logLines.join('')).toContain('"event":"sign-in-refused"')
    expect(app.logLines.join('')).not.toContain('my-wrong-password')
  })

  test.each([
    ['no username', 'password=x', 'invalid_request'],
    ['an empty username', 'username=&password=x', 'invalid_request'],
    ['no password', 'username=jane', 'invalid_request'],
    ['nothing', '', 'invalid_request'],
    ['two usernames', 'username=jane&username=joe&password=x', 'invalid_request'],
    ['two passwords', 'username=jane&password=x&password=y', 'invalid_request'],
    ['two grants', 'grant_type=password&grant_type=password&username=jane&password=x', 'invalid_request'],
    ['another grant', 'grant_type=client_credentials&username=jane&password=x', 'unsupported_grant_type'],
    ['a prototype', '__proto__[a]=1&constructor=2', 'invalid_request'],
  ])('answers %s with 400 %s', async (_case, payload, error) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({ error, error_description: expect.any(String) })
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'answers %s with 415',
    async (type) => {
      const answer = await post('{"username":"jane","password":"x"}', { 'content-type': type })
      expect(answer.statusCode).toBe(415)
      expect(answer.json()).toMatchObject({ error: 'invalid_request' })
    },
  )

  test('answers a compressed body with 415 and one over 4 kB with 413', async () => {
    expect((await post('x', { ...FORM, 'content-encoding': 'gzip' })).statusCode).toBe(415)
    expect((await post(`username=jane&password=${'x'.repeat(4096)}`)).statusCode).toBe(413)
  })
})

describe('guessing', () => {
  test('is slowed down for a name in every spelling, known or not, but lets its owner in from their own network', async () => {
    const time = { now: Date.now() }
    const { server } = await openTestApp({ clock: () => time.now })
    const home = '198.51.100.7'
    expect((await requestToken(server, TEST_USER, home)).statusCode).toBe(200)
    const guess = (username: string, host: number) =>
      requestToken(server, { username, password: 'wrong' }, `203.0.113.${host}`)
    const spellings = ['jane', 'JANE', ' jane ', 'Jane', 'ｊａｎｅ']
    for (const [index, spelling] of spellings.entries())
      for (const username of [spelling, 'nobody']) expect((await guess(username, index)).statusCode).toBe(401)

    for (const username of [TEST_USER.username, 'nobody']) {
      const refused = await requestToken(server, { ...TEST_USER, username }, '203.0.113.99')
      expect(refused.statusCode).toBe(429)
      expect(refused.headers['retry-after']).toBe('1')
      expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable' })
    }
    expect((await requestToken(server, TEST_USER, home)).statusCode).toBe(200)

    time.now += 1000
    expect((await guess('jane', 50)).statusCode).toBe(401)
    expect((await guess('jane', 51)).headers['retry-after']).toBe('2')
  })

  test('takes at most five calls of the database at a time, and no place of the owner, however many networks guess', async () => {
    const database = await openTestDatabase()
    await addTestUser(database)
    let running = 0
    let mostRunning = 0
    const { server } = await openTestApp({
      database: aroundQueries(database, async (_text, query) => {
        running += 1
        mostRunning = Math.max(mostRunning, running)
        // A server across the network.
        await sleep(1)
        return query().finally(() => (running -= 1))
      }),
    })
    const home = '198.51.100.7'
    expect((await requestToken(server, TEST_USER, home)).statusCode).toBe(200)
    const guesses = Array.from({ length: 150 }, (_, guess) =>
      requestToken(server, { username: `user ${guess}`, password: 'wrong' }, `203.0.113.${guess}`),
    )
    // The owner, from the network of the last sign-in, has kept places.
    const owner = Array.from({ length: 5 }, () => requestToken(server, TEST_USER, home))
    expect((await Promise.all(owner)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    const answers = await Promise.all(guesses)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    // Two run and 64 wait, as many places are kept for known networks. On a slow machine some of these are refused after a while.
    expect(refused.length).toBeGreaterThanOrEqual(18)
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]))
    expect(refused[0]?.headers['retry-after']).toBe('2')
    // Two in turn of each kind, and one that looks up networks.
    expect(mostRunning).toBeLessThanOrEqual(5)
    expect((await requestToken(server, TEST_USER)).statusCode).toBe(200)
  })

  test('takes as much work for an unknown user as for a wrong password', async () => {
    const time = { now: Date.now() }
    const { server } = await openTestApp({ clock: () => time.now })
    /** The time of this process only, because others may be busy. */
    const processorTimeUs = async (username: string) => {
      // Long enough for the throttle to start again.
      time.now += HOUR_MS
      const from = process.cpuUsage()
      expect((await requestToken(server, { username, password: 'wrong' })).statusCode).toBe(401)
      const { user, system } = process.cpuUsage(from)
      return user + system
    }
    await processorTimeUs('warm-up')
    let known = 0
    let unknown = 0
    for (let round = 0; round < 15; round += 1) {
      known += await processorTimeUs(TEST_USER.username)
      unknown += await processorTimeUs('nobody')
    }
    // Without the decoy hash it would be a tenth.
    expect(unknown / known).toBeGreaterThan(0.6)
    expect(unknown / known).toBeLessThan(1.6)
  })
})

describe('a token', () => {
  const openProtectedApp = async (options: Parameters<typeof openTestApp>[0] = {}) => {
    const app = await openTestApp(options)
    const ask = (authorization?: string) =>
      app.server.inject({ url: STATUS_PATH, headers: authorization === undefined ? {} : { authorization } })
    return { ...app, ask }
  }

  test('opens a route that needs a user, and must be sent once, complete, as a Bearer token', async () => {
    const { ask, signIn } = await openProtectedApp()
    const token = await signIn()
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `bearer${token}`,
      `Basic ${token}`,
      token,
      `Bearer  ${token}`,
      `Bearer ${token} x`,
    ]
    for (const authorization of wrong) {
      const { statusCode, headers } = await ask(authorization)
      expect([authorization, statusCode]).toEqual([authorization, 401])
      // The header of RFC 6750.
      expect(headers).toMatchObject({
        'www-authenticate': 'Bearer error="invalid_token"',
        'cache-control': 'no-store',
      })
    }
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      expect((await ask(`${scheme} ${token}`)).statusCode).toBe(200)
    const answer = await ask(`Bearer ${token}`)
    expect(answer.json()).toMatchObject({ isDemo: false })
  })

  test('is invalid after the user is removed, and stays so when the name is added again', async () => {
    const { ask, signIn, database } = await openProtectedApp()
    const token = await signIn()
    const users = createUsers(database)
    const hash = await createPasswords().hash(TEST_USER.password)
    await database.query("DELETE FROM app_user WHERE name_key = 'jane'")
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(401)
    await users.add(TEST_USER.username, hash)
    expect((await ask(`Bearer ${token}`)).statusCode).toBe(401)
    expect((await ask(`Bearer ${await signIn()}`)).statusCode).toBe(200)
  })
})
