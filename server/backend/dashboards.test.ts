import { describe, expect, test } from 'vitest'

import {
  DashboardEntrySchema,
  DashboardListSchema,
  DASHBOARDS_PATH,
  MAX_DASHBOARDS,
} from '#contract/dashboards.ts'
import type { Database } from '#server/database/database.ts'
import { addColleague, addTestUser, type Method, openTestApp } from '#server/testing/app.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'

const QUERY = '?v=1&g=DE,wind,H,-6d,1d,run'
const OTHER_QUERY = '?v=1&g=CWE,residual,D,2026-11-13T00:00,2026-11-20T23:59,half'
const UNKNOWN = `${DASHBOARDS_PATH}/3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11`

type Ask = (method: Method, url: string, body?: object) => Promise<{ status: number; body: unknown }>

async function open(database: Database): Promise<{ jane: Ask; zoe: Ask }> {
  await addTestUser(database)
  const app = await openTestApp({ database })
  const askWith =
    (bearer: string): Ask =>
    async (method, url, body) => {
      const answer = await app.send(method, url, bearer, body)
      return { status: answer.statusCode, body: answer.json<unknown>() }
    }
  return { jane: askWith(await app.signIn()), zoe: askWith(await addColleague(app)) }
}

async function save(ask: Ask, name: string, query = QUERY): Promise<string> {
  const { body } = await ask('POST', DASHBOARDS_PATH, { name, query })
  return `${DASHBOARDS_PATH}/${DashboardEntrySchema.parse(body).id}`
}

const names = async (ask: Ask) => {
  const { body } = await ask('GET', DASHBOARDS_PATH)
  return DashboardListSchema.parse(body).dashboards.map(({ name, isStart }) => name + (isStart ? ' *' : ''))
}

describeOnBothEngines('saved dashboards', (openDatabase) => {
  test('are saved, listed by name, opened, renamed, saved again and deleted', async () => {
    const { jane } = await open(await openDatabase())
    expect(await names(jane)).toEqual([])
    const url = await save(jane, '  Wind in Germany ')
    await save(jane, 'all of Europe')
    expect(await names(jane)).toEqual(['all of Europe', 'Wind in Germany'])
    expect(await jane('GET', url)).toMatchObject({
      status: 200,
      body: { name: 'Wind in Germany', query: QUERY, isOwn: true, owner: 'jane' },
    })
    expect(await jane('PATCH', url, { name: 'Wind', query: OTHER_QUERY })).toMatchObject({
      status: 200,
      body: { name: 'Wind', isStart: false },
    })
    expect(await jane('GET', url)).toMatchObject({ body: { name: 'Wind', query: OTHER_QUERY } })
    expect(await jane('DELETE', url)).toMatchObject({ status: 200 })
    expect(await jane('GET', url)).toMatchObject({ status: 404 })
    expect(await names(jane)).toEqual(['all of Europe'])
  })

  test('one at most is the start', async () => {
    const { jane, zoe } = await open(await openDatabase())
    const [first, second, other] = [await save(jane, 'a'), await save(jane, 'b'), await save(zoe, 'z')]
    await zoe('PATCH', other, { isStart: true })
    await jane('PATCH', first, { isStart: true })
    expect(await names(jane)).toEqual(['a *', 'b'])
    await jane('PATCH', second, { isStart: true })
    expect(await names(jane)).toEqual(['a', 'b *'])
    await jane('PATCH', second, { isStart: false })
    expect(await names(jane)).toEqual(['a', 'b'])
    expect(await names(zoe)).toEqual(['z *'])
  })

  test('of another user can be opened by their id, and not be changed or listed', async () => {
    const { jane, zoe } = await open(await openDatabase())
    const url = await save(jane, 'Wind')
    await zoe('PATCH', await save(zoe, 'Mine'), { isStart: true })
    expect(await names(zoe)).toEqual(['Mine *'])
    expect(await zoe('GET', url)).toMatchObject({
      status: 200,
      body: { name: 'Wind', query: QUERY, isOwn: false, owner: 'jane' },
    })
    const refused = { status: 404, body: { error: 'There is no such dashboard.' } }
    expect(await zoe('PATCH', url, { isStart: true })).toEqual(refused)
    expect(await zoe('PATCH', url, { name: 'Mine too' })).toEqual(refused)
    expect(await zoe('DELETE', url)).toEqual(refused)
    expect(await names(zoe)).toEqual(['Mine *'])
    expect(await names(jane)).toEqual(['Wind'])
  })
})

describe('saved dashboards', () => {
  test('have their own names for each user', async () => {
    const { jane, zoe } = await open(await openTestDatabase())
    const url = await save(jane, 'Wind')
    await save(zoe, 'Wind')
    const other = await save(jane, 'Sun')
    const taken = { status: 409, body: { error: 'You already have a dashboard with this name.' } }
    expect(await jane('POST', DASHBOARDS_PATH, { name: 'Wind ', query: QUERY })).toEqual(taken)
    expect(await jane('PATCH', other, { name: 'Wind', isStart: true })).toEqual(taken)
    expect(await jane('PATCH', url, { name: 'Wind' })).toMatchObject({ status: 200 })
    expect(await names(jane)).toEqual(['Sun', 'Wind'])
  })

  test(`are ${MAX_DASHBOARDS} at most`, async () => {
    const database = await openTestDatabase()
    const { jane } = await open(database)
    await database.query(
      `INSERT INTO dashboard (id, user_id, name, query)
       SELECT gen_random_uuid(), id, 'Dashboard ' || n, $2 FROM app_user, generate_series(2, $1::int) AS n
       WHERE name = 'jane'`,
      [MAX_DASHBOARDS, QUERY],
    )
    const url = await save(jane, 'Wind')
    const add = (name: string) => jane('POST', DASHBOARDS_PATH, { name, query: QUERY })
    expect(await add('Sun')).toEqual({
      status: 409,
      body: { error: 'You have 100 dashboards, which is the most you can keep. Delete one first.' },
    })
    expect(await add('Wind')).toMatchObject({
      body: { error: 'You already have a dashboard with this name.' },
    })
    await jane('DELETE', url)
    expect(await add('Sun')).toMatchObject({ status: 200 })
  })

  test('are deleted with their user', async () => {
    const database = await openTestDatabase()
    const { jane, zoe } = await open(database)
    const url = await save(jane, 'Wind')
    await save(zoe, 'Sun')
    await database.query("DELETE FROM app_user WHERE name_key = 'jane'")
    expect(await zoe('GET', url)).toMatchObject({ status: 404 })
    expect((await jane('GET', url)).status).toBe(401)
    expect(await database.query('SELECT name FROM dashboard')).toEqual([{ name: 'Sun' }])
  })
})

test('saved dashboards keep only what an address can say, and are refused in one sentence where they are not valid', async () => {
  const { jane } = await open(await openTestDatabase())
  const url = await save(jane, 'Wind', `${QUERY},<script>&utm=1`)
  expect(await jane('GET', url)).toMatchObject({ body: { query: QUERY } })
  const badName = 'name must be a text of 1 to 80 printable characters.'
  const badQuery = "query must be the query of a dashboard's address, of at most 8000 characters."
  for (const [body, error] of [
    [{ name: ' ', query: QUERY }, badName],
    [{ name: 'x'.repeat(81), query: QUERY }, badName],
    [{ name: 'a\u0000b', query: QUERY }, badName],
    [{ name: 7, query: QUERY }, badName],
    [{ name: 'Sun', query: '?v=1' }, badQuery],
    [{ name: 'Sun', query: '?v=1&g=XX,wind,H,-6d,1d' }, badQuery],
    [{ name: 'Sun', query: `?v=1${'&g=DE,wind,H,-6d,1d'.repeat(500)}` }, badQuery],
    [{ name: 'Sun' }, badQuery],
    [{ name: 'Sun', query: QUERY, more: 1 }, 'The body has an unknown key. It can have name, query.'],
    [[], 'The body must be a JSON object with name, query.'],
  ] as const) {
    expect(await jane('POST', DASHBOARDS_PATH, body)).toEqual({ status: 400, body: { error } })
  }
  expect(await jane('PATCH', url, { isStart: 1 })).toMatchObject({ status: 400 })
  expect(await jane('PATCH', url, { id: '1' })).toMatchObject({ status: 400 })
  for (const unknown of [UNKNOWN, `${DASHBOARDS_PATH}/1`]) {
    expect(await jane('GET', unknown)).toMatchObject({ status: 404 })
    expect(await jane('PATCH', unknown, { name: 'Sun' })).toMatchObject({ status: 404 })
    expect(await jane('DELETE', unknown)).toMatchObject({ status: 404 })
  }
  expect(await names(jane)).toEqual(['Wind'])
})
