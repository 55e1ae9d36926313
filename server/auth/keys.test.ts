import { describe, expect, test } from 'vitest'

import { KEYS_PATH, KeyListSchema, MadeKeySchema, MAX_KEYS } from '#contract/keys.ts'
import { AREAS_PATH, SERIES_PATH } from '#contract/series.ts'
import type { Database } from '#server/database/database.ts'
import { addTestUser, type Method, openTestApp, refusalOf } from '#server/testing/app.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'

const ONE_SERIES = `${SERIES_PATH}?area=DE&quantity=load&from=2026-11-20&to=2026-11-21`
const NOW_UTC = Date.UTC(2026, 10, 20, 12)

async function open(database: Database) {
  await addTestUser(database)
  let nowUtc = NOW_UTC
  const app = await openTestApp({ database, clock: () => nowUtc, environment: { TOKEN_LIFETIME_S: '86400' } })
  const token = await app.signIn()
  const asJane = (method: Method, url: string, body?: object) => app.send(method, url, token, body)
  return {
    ...app,
    asJane,
    statusWith: async (key: string) => (await app.send('GET', ONE_SERIES, key)).statusCode,
    make: async (name: string) =>
      MadeKeySchema.parse((await asJane('POST', KEYS_PATH, { name })).json<unknown>()),
    list: async () => KeyListSchema.parse((await asJane('GET', KEYS_PATH)).json<unknown>()).keys,
    passMs: (ms: number) => (nowUtc += ms),
  }
}

describeOnBothEngines('keys', (openDatabase) => {
  test('read series until they are removed, and are stored as a hash only', async () => {
    const database = await openDatabase()
    const { make, send, statusWith, list, asJane, logLines } = await open(database)
    const made = await make('  notebook ')
    expect(made).toMatchObject({ name: 'notebook', lastUsedAt: null })
    expect(made.key).toMatch(/^em_[\w-]{43}$/)
    expect(await statusWith(made.key)).toBe(200)
    expect(await statusWith(`${made.key.slice(0, -1)}!`)).toBe(401)
    expect(await statusWith(`em_${'A'.repeat(43)}`)).toBe(401)
    expect(refusalOf(await send('GET', ONE_SERIES, ''))).toBe(
      '401 Send a key (em_…) or the token of a sign-in in the header Authorization: it is missing, expired or invalid.',
    )
    const rows = await database.query<{ row: string }>('SELECT access_key::text AS row FROM access_key')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify([rows, await list(), logLines])).not.toContain(made.key.slice(3))
    expect((await asJane('DELETE', `${KEYS_PATH}/${made.id}`)).statusCode).toBe(200)
    expect(await statusWith(made.key)).toBe(401)
    expect(await list()).toEqual([])
  })

  test('and sessions have 16 calls under way at a time', async () => {
    const { make, send, asJane } = await open(await openDatabase())
    const { key } = await make('notebook')
    const calls = [() => send('GET', AREAS_PATH, key), () => asJane('GET', KEYS_PATH)]
    for (const call of [...calls, ...calls]) {
      const answers = await Promise.all(Array.from({ length: 20 }, call))
      const statuses = answers.map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array<number>(16).fill(200), 429, 429, 429, 429])
    }
  })

  test('are at most as many as allowed, however many are made at the same time', async () => {
    const { asJane, make, list } = await open(await openDatabase())
    for (let number = 5; number < MAX_KEYS; number += 1) await make(`key ${number}`)
    const names = Array.from({ length: 10 }, (_, number) => `one more ${number}`)
    const made = await Promise.all(names.map((name) => asJane('POST', KEYS_PATH, { name })))
    expect(made.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(await list()).toHaveLength(MAX_KEYS)
  })

  test('note their last use once a minute', async () => {
    const { make, statusWith, list, passMs } = await open(await openDatabase())
    const { key } = await make('notebook')
    const lastUse = async () => (await list())[0]?.lastUsedAt
    await statusWith(key)
    expect(await lastUse()).toBe('2026-11-20T12:00:00.000Z')
    passMs(59_000)
    await statusWith(key)
    expect(await lastUse()).toBe('2026-11-20T12:00:00.000Z')
    passMs(2000)
    await statusWith(key)
    expect(await lastUse()).toBe('2026-11-20T12:01:01.000Z')
  })
})

describe('keys', () => {
  test('and tokens that are unknown count by network, and keep out no right one', async () => {
    const app = await open(await openTestDatabase())
    const { key } = await app.make('notebook')
    const token = await app.signIn()
    expect(await app.statusWith(key)).toBe(200)
    app.logLines.splice(0)
    const invented = (number: number) => [`em_${String(number).padStart(43, 'A')}`, `a.forged.token${number}`]
    const statuses: number[] = []
    for (let number = 0; number < 200; number += 1)
      for (const text of invented(number)) statuses.push(await app.statusWith(text))
    expect(statuses).toEqual([...Array<number>(100).fill(401), ...Array<number>(300).fill(429)])
    // Two for each key, one for each token, one for the network.
    expect(app.logLines.filter((line) => line.includes('"level":30'))).toHaveLength(151)
    const refusal = await app.send('GET', ONE_SERIES, `em_${'B'.repeat(43)}`)
    expect(refusalOf(refusal)).toBe(
      '429 Too many calls with unknown keys or tokens from this network; try again later.',
    )
    expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(61)
    expect([await app.statusWith(key), await app.statusWith(token)]).toEqual([200, 200])
    app.passMs(86_400_000)
    expect(await app.statusWith(token)).toBe(401)
  })

  test('have a name of their own, and belong to one user', async () => {
    const { make, asJane } = await open(await openTestDatabase())
    await make('notebook')
    for (const [name, refusal] of [
      ['notebook', '409 You already have a key with this name.'],
      [' ', '400 name must be a text of 1 to 80 printable characters.'],
    ] as const)
      expect(refusalOf(await asJane('POST', KEYS_PATH, { name }))).toBe(refusal)
    for (const id of ['nothing', '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11'])
      expect((await asJane('DELETE', `${KEYS_PATH}/${id}`)).statusCode).toBe(404)
  })
})
