import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { KEYS_PATH, MadeKeySchema } from '#contract/keys.ts'
import type { Who } from '#server/http/call.ts'
import { addColleague, openSignedInApp, PAGES } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { callsWithInput, checkIds, checkInput } from '#server/testing/generated-input/check-calls.ts'
import { checkGeneratedForms } from '#server/testing/generated-input/check-sign-in.ts'

const RUNS = 75
/** Each goes to all calls that take an id. */
const RUNS_OF_IDS = 25
/** Where most bodies cost a hash, which is meant to be slow. */
const RUNS_WITH_HASH = 30

/** Everything that needs neither a token nor a key. */
const PUBLIC = ['/livez', '/readyz', '/metrics', '/settings.json', '/oauth2/token', '/openapi.json']
const MethodSchema = z.enum(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

test('every route says who may ask, and refuses everybody else', async () => {
  const app = await openSignedInApp(await openTestDatabase(), Date.now)
  const { server, post } = app
  const analyst = await addColleague(app)
  const { key } = MadeKeySchema.parse((await post(KEYS_PATH, { name: 'notebook' })).json())
  const files = new Set(['', ...Object.keys(PAGES)].map((file) => `/${file}`))
  const routes = server.declared.filter(({ url }) => !files.has(url))
  const pathsFor = (who: Who) =>
    new Set(routes.filter(({ config }) => config?.who === who).map(({ url }) => url))
  expect([...pathsFor('anyone')]).toEqual(PUBLIC)
  for (const path of [...pathsFor('reader'), ...pathsFor('uploader')]) expect(path).toMatch(/^\/api\/v1\//)
  for (const path of pathsFor('admin')) expect(path).toMatch(/^\/(energia\/users|api\/v1\/forecasts\/:id$)/)
  expect(routes.length).toBeGreaterThan(40)
  for (const { method, url: path, config } of routes) {
    const url = path.replace(':id', '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11')
    const statusWith = async (token: string) => {
      const headers = token === '' ? {} : { authorization: `Bearer ${token}` }
      const { statusCode } = await server.inject({ method: MethodSchema.parse(method), url, headers })
      return statusCode === 401 || statusCode === 403 ? statusCode : 'let through'
    }
    const expected = {
      anyone: ['let through', 'let through', 'let through'],
      reader: [401, 'let through', 'let through'],
      uploader: [401, 403, 'let through'],
      user: [401, 401, 'let through'],
      admin: [401, 401, 403],
    } as const
    const statuses = [await statusWith(''), await statusWith(key), await statusWith(analyst)]
    const who = config?.who
    expect([method, url, who, ...statuses]).toEqual([method, url, who, ...(who ? expected[who] : ['no who'])])
  }
})

describe('generated input', () => {
  test('never fails, and nothing unknown is accepted', { timeout: 900_000, tags: ['thorough'] }, async () => {
    const calls = await callsWithInput()
    expect(calls.length).toBeGreaterThan(20)
    for (const call of calls) await checkInput(call, RUNS)
  })

  test('of ids never fails, and finds nothing', () => checkIds(RUNS_OF_IDS))

  test('of a form signs in only with the right name and password', () => checkGeneratedForms(RUNS_WITH_HASH))
})
