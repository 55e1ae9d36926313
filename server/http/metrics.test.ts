import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { QUERY_PATH } from '#contract/query.ts'
import { openSignedInApp, openTestApp, startTestApp, type TestApp } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { query } from '#server/testing/graph-query.ts'

const TOKEN = 'a token for the metrics'
const ELSEWHERE = '203.0.113.7'

function askMetrics({ server }: TestApp, remoteAddress: string, headers: Record<string, string> = {}) {
  return server.inject({ url: '/metrics', remoteAddress, headers })
}

describe('the metrics', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ environment: { METRICS_TOKEN: TOKEN } })
  })
  afterAll(() => app.close())

  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('answer %s', async (address) => {
    const answer = await askMetrics(app, address)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain('process_cpu_seconds_total')
  })

  test('answer any address with the token', async () => {
    const answer = await askMetrics(app, ELSEWHERE, { authorization: `Bearer ${TOKEN}` })
    expect(answer.statusCode).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another token for it' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the token without its scheme', { authorization: TOKEN }],
    ['a forged address', { 'x-forwarded-for': '127.0.0.1' }],
  ])('refuse another address with %s', async (_case, headers) => {
    const answer = await askMetrics(app, ELSEWHERE, headers)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
    expect(answer.json()).toEqual({ error: 'The metrics need METRICS_TOKEN as a bearer token.' })
  })

  test.each(['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])(
    'refuse what a local proxy passes on with %s',
    async (header) => {
      expect((await askMetrics(app, '127.0.0.1', { [header]: ELSEWHERE })).statusCode).toBe(401)
    },
  )

  test('refuse the clients of a trusted proxy on this machine', async () => {
    const behindProxy = await openTestApp({ environment: { TRUST_PROXY: 'loopback' } })
    const from = (address: string) => askMetrics(behindProxy, '127.0.0.1', { 'x-forwarded-for': address })
    expect((await from(ELSEWHERE)).statusCode).toBe(401)
    expect((await askMetrics(behindProxy, '127.0.0.1')).statusCode).toBe(200)
  })

  test('answer everyone if they are public', async () => {
    const open = await openTestApp({ environment: { METRICS_ACCESS: 'public' } })
    expect((await askMetrics(open, ELSEWHERE)).statusCode).toBe(200)
  })
})

test('the metrics count an answer once, however often it is sent', async () => {
  const { get, post } = await openSignedInApp(await openTestDatabase(), Date.now)
  const made = async () => /energy_answers_made_total (\d+)/.exec((await get('/metrics')).body)?.[1]
  await Promise.all([post(QUERY_PATH, query()), post(QUERY_PATH, query())])
  await post(QUERY_PATH, query())
  expect(await made()).toBe('1')
  await post(QUERY_PATH, query({ area: 'DE' }))
  expect(await made()).toBe('2')
})
