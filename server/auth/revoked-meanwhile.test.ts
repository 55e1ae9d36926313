import { expect, test } from 'vitest'

import { ALERTS_PATH } from '#contract/alerts.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { KEYS_PATH } from '#contract/keys.ts'
import { PASSWORD_PATH, USERS_PATH } from '#contract/users.ts'
import type { Database } from '#server/database/database.ts'
import { addTestUser, openTestApp, requestToken, tokenOf, type Method } from '#server/testing/app.ts'
import { describeOnBothEngines, aroundQueries } from '#server/testing/database.ts'

import { createPasswords } from './passwords.ts'
import { createUsers, type Users } from './users.ts'

const NEXT = 'another rather long password'
const PASSWORD = 'the long password of joe'
const ALERT = {
  name: 'high',
  area: 'DE',
  measure: 'residual',
  side: 'above',
  thresholdMw: 60_000,
  hours: 'tomorrow',
  url: 'https://hooks.example.com/high',
}

/** The statements by which a request and a sign-in read their user. */
const CHECK = /FROM app_user WHERE id = ANY/
const FIND = /FROM app_user WHERE name_key = \$1/

/** A database on which something happens right after a statement: what is known by it is outdated before it is used. */
function interruptible(database: Database) {
  let next: { after: RegExp; work: () => Promise<unknown> } | null = null
  const interrupted = aroundQueries(database, async (text, query) => {
    const rows = await query()
    if (next?.after.test(text) === true) {
      const { work } = next
      next = null
      await work()
    }
    return rows
  })
  return {
    interrupted: { ...interrupted, changeCount: () => null },
    interruptAfter: (after: RegExp, work: () => Promise<unknown>) => (next = { after, work }),
  }
}

/** All that users own or are, without what a sign-in notes. */
async function stateOf(database: Database): Promise<unknown[]> {
  const tables = [
    'SELECT id, name, role, is_disabled, password_hash, credential_version FROM app_user ORDER BY id',
    'SELECT name FROM access_key',
    'SELECT name FROM dashboard',
    'SELECT name FROM alert_rule',
  ]
  return Promise.all(tables.map((table) => database.query(table)))
}

/** The product on a database with an admin. Others can be added, who lose something during their next call. */
async function open(database: Database) {
  await addTestUser(database)
  const users = createUsers(database)
  const passwordHash = await createPasswords().hash(PASSWORD)
  const { interrupted, interruptAfter } = interruptible(database)
  const { server, send } = await openTestApp({
    database: interrupted,
    environment: { ALERT_HOSTS: 'hooks.example.com' },
  })
  const signIn = (username: string, password: string) => requestToken(server, { username, password })
  async function addAdmin(name: string) {
    await users.add(name, passwordHash, 'admin')
    const token = await tokenOf(server, { username: name, password: PASSWORD })
    return {
      id: (await users.find(name))?.id ?? 0,
      ask: async (method: Method, url: string, body: object) =>
        (await send(method, url, token, body)).statusCode,
    }
  }
  return { users, signIn, addAdmin, interruptAfter }
}

const CALLS: readonly (readonly [string, Method, (id: number) => string, object])[] = [
  ['makes a key', 'POST', () => KEYS_PATH, { name: 'notebook' }],
  ['saves a dashboard', 'POST', () => DASHBOARDS_PATH, { name: 'own', query: '?v=1&g=DE,wind,H,-6d,1d,run' }],
  ['makes an alert', 'POST', () => ALERTS_PATH, ALERT],
  ['adds an admin', 'POST', () => USERS_PATH, { name: 'eve', role: 'admin' }],
  ['enables himself', 'PATCH', (id) => `${USERS_PATH}/${id}`, { isDisabled: false }],
  ['makes himself an admin', 'PATCH', (id) => `${USERS_PATH}/${id}`, { role: 'admin' }],
  ['resets a password', 'POST', () => `${USERS_PATH}/1/password`, { removeKeys: false }],
]

/** Losses of a user, and the calls that store nothing after it. */
const LOSSES: readonly (readonly [string, (users: Users, id: number) => Promise<unknown>, typeof CALLS])[] = [
  ['gets another password', (users, id) => users.resetPassword(id, 'a hash', true), CALLS],
  ['is disabled', (users, id) => users.change(id, { isDisabled: true }), CALLS],
  ['is removed', (users, id) => users.remove(id), CALLS],
  ['is not an admin any more', (users, id) => users.change(id, { role: 'analyst' }), CALLS.slice(3)],
]

describeOnBothEngines('a user who was checked, and then', (openDatabase) => {
  test.each(LOSSES)('%s, stores nothing more', async (_, lose, calls) => {
    const database = await openDatabase()
    const { users, addAdmin, interruptAfter } = await open(database)
    for (const [what, method, address, body] of calls) {
      const { id, ask } = await addAdmin(`joe, who ${what}`)
      let after: unknown[] = []
      interruptAfter(CHECK, async () => {
        await lose(users, id)
        after = await stateOf(database)
      })
      const status = await ask(method, address(id), body)
      expect([what, [401, 403, 404].includes(status), status]).toEqual([what, true, status])
      expect([what, await stateOf(database)]).toEqual([what, after])
    }
  })

  test('gets another password while setting one by the old one, has that of the reset', async () => {
    const { users, signIn, addAdmin, interruptAfter } = await open(await openDatabase())
    const { id, ask } = await addAdmin('joe')
    const resetHash = await createPasswords().hash('the password of the reset')
    interruptAfter(FIND, () => users.resetPassword(id, resetHash, false))
    expect(await ask('POST', PASSWORD_PATH, { current: PASSWORD, next: NEXT })).toBe(401)
    expect((await signIn('joe', NEXT)).statusCode).toBe(401)
    expect((await signIn('joe', 'the password of the reset')).statusCode).toBe(200)
  })
})
