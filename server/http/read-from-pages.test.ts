import { expect, test } from 'vitest'

import { FORECAST_ROWS_PATH } from '#contract/row-tables.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { openTestApp } from '#server/testing/app.ts'

const ORIGIN = 'https://notebooks.example.org'
const CALL = `${SERIES_PATH}?area=DE&quantity=load&from=2025-06-01&to=2025-06-02&format=json`

const open = (origins: string) => openTestApp({ environment: { API_ORIGINS: origins } })
const corsOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

test('a page of a named origin may ask with a key, and reads answers and refusals', async () => {
  const { server, signIn } = await open(`https://other.example.org, ${ORIGIN}`)
  for (const url of [CALL, FORECAST_ROWS_PATH]) {
    const asked = await server.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect([asked.statusCode, asked.body]).toEqual([204, ''])
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'authorization, if-none-match, x-revision',
      'x-content-type-options': 'nosniff',
      vary: 'origin',
    })
    const refused = await server.inject({ url, headers: { origin: ORIGIN } })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, ORIGIN])
    const authorization = `Bearer ${await signIn()}`
    const read = await server.inject({ url, headers: { origin: ORIGIN, authorization } })
    expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([200, ORIGIN])
    expect(read.headers['access-control-expose-headers']).toContain('etag')
    expect(read.headers['vary']).toContain('origin')
    expect(read.headers).not.toHaveProperty('access-control-allow-credentials')
  }
})

test('no other origin and no other call is opened, and none without the setting', async () => {
  const named = await open(ORIGIN)
  const closed = await open('')
  for (const { server, url, origin } of [
    { ...named, url: CALL, origin: 'https://notebooks.example.org.evil.example' },
    { ...named, url: CALL, origin: 'http://notebooks.example.org' },
    { ...named, url: CALL, origin: 'null' },
    { ...named, url: '/energia/status', origin: ORIGIN },
    { ...named, url: '/oauth2/token', origin: ORIGIN },
    { ...named, url: '/api/v1x', origin: ORIGIN },
    { ...named, url: '/', origin: ORIGIN },
    { ...closed, url: CALL, origin: ORIGIN },
  ])
    for (const method of ['OPTIONS', 'GET'] as const) {
      const { headers, statusCode } = await server.inject({ method, url, headers: { origin } })
      expect([method, url, origin, corsOf(headers)]).toEqual([method, url, origin, []])
      expect(statusCode).not.toBe(204)
    }
})
