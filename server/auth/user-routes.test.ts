import { expect, test } from 'vitest'

import { KEYS_PATH, MadeKeySchema } from '#contract/keys.ts'
import { GeneratedPasswordSchema, OWN_USER_PATH, UserListSchema, USERS_PATH } from '#contract/users.ts'
import { openTestApp, requestToken, tokenOf, refusalOf } from '#server/testing/app.ts'

const SERIES = '/api/v1/series?area=DE&quantity=load&from=2026-01-01&to=2026-01-02'

async function open() {
  const app = await openTestApp()
  const call = app.send
  const signIn = (username: string, password: string) => requestToken(app.server, { username, password })

  const admin = await app.signIn()
  const added = await call('POST', USERS_PATH, admin, { name: 'joe', role: 'analyst' })
  const { password } = GeneratedPasswordSchema.parse(added.json<unknown>())
  const analyst = await tokenOf(app.server, { username: 'joe', password })
  const list = async () => UserListSchema.parse((await call('GET', USERS_PATH, admin)).json<unknown>()).users
  const addressOf = async (name: string) =>
    `${USERS_PATH}/${(await list()).find((user) => user.name === name)?.id ?? 0}`
  return { ...app, call, signIn, admin, analyst, password, list, addressOf }
}

test('an added user signs in with the shown password, and the list says when', async () => {
  const { call, list, analyst } = await open()
  expect((await call('GET', OWN_USER_PATH, analyst)).json()).toEqual({
    name: 'joe',
    role: 'analyst',
    hasPassword: true,
  })
  expect(await list()).toMatchObject([
    { name: 'jane', role: 'admin', lastSignInAt: expect.any(String) },
    { name: 'joe', role: 'analyst', isDisabled: false, keys: 0, lastSignInAt: expect.any(String) },
  ])
})

test('an analyst is refused where only admins may ask, which is logged', async () => {
  const { call, analyst, addressOf, events } = await open()
  const answer = await call('PATCH', await addressOf('joe'), analyst, { role: 'admin' })
  expect(refusalOf(answer)).toBe('403 Only an admin can manage users.')
  expect(events().at(-1)).toMatchObject({ event: 'access-refused', user: 'joe' })
})

test('an admin cannot reset the own password, which needs the current one', async () => {
  const { call, admin, addressOf } = await open()
  const answer = await call('POST', `${await addressOf('jane')}/password`, admin, { removeKeys: false })
  expect(refusalOf(answer)).toBe('409 Change your own password with the current one, on your account page.')
  expect((await call('GET', USERS_PATH, admin)).statusCode).toBe(200)
})

test('a disabled user is out at once: token, keys and sign-in', async () => {
  const { call, admin, analyst, password, signIn, addressOf, events } = await open()
  const made = await call('POST', KEYS_PATH, analyst, { name: 'Notebook' })
  const { key } = MadeKeySchema.parse(made.json<unknown>())
  expect((await call('GET', SERIES, key)).statusCode).toBe(200)
  const joe = await addressOf('joe')
  expect((await call('PATCH', joe, admin, { isDisabled: true })).statusCode).toBe(200)
  expect((await call('GET', OWN_USER_PATH, analyst)).statusCode).toBe(401)
  expect((await call('GET', SERIES, key)).statusCode).toBe(401)
  const refused = await signIn('joe', password)
  const wrong = await signIn('joe', 'not the password')
  expect([refused.statusCode, refused.body]).toEqual([401, wrong.body])
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'user-disabled', user: 'jane', target: 'joe', ip: '127.0.0.1' }),
  )
  expect(events()).toContainEqual(
    expect.objectContaining({ event: 'sign-in-refused', user: 'joe', reason: 'disabled' }),
  )
  await call('PATCH', joe, admin, { isDisabled: false })
  expect((await call('GET', OWN_USER_PATH, analyst)).statusCode).toBe(401)
  expect((await call('GET', SERIES, key)).statusCode).toBe(200)
})

test('a reset ends sessions, and keys only where asked', async () => {
  const { call, admin, analyst, password, signIn, addressOf, list } = await open()
  await call('POST', KEYS_PATH, analyst, { name: 'Notebook' })
  const joe = await addressOf('joe')
  const reset = await call('POST', `${joe}/password`, admin, { removeKeys: false })
  const { password: next } = GeneratedPasswordSchema.parse(reset.json<unknown>())
  expect((await call('GET', OWN_USER_PATH, analyst)).statusCode).toBe(401)
  expect((await signIn('joe', password)).statusCode).toBe(401)
  expect((await signIn('joe', next)).statusCode).toBe(200)
  expect((await list())[1]?.keys).toBe(1)
  await call('POST', `${joe}/password`, admin, { removeKeys: true })
  expect((await list())[1]?.keys).toBe(0)
})

test('what does not fit is refused in a sentence, and the last admin stays one', async () => {
  const { call, admin, addressOf } = await open()
  for (const [body, refusal] of [
    [{ name: 'JOE', role: 'analyst' }, '409 There is already a user with this name.'],
    [{ name: ' ', role: 'analyst' }, '400 name must be a text of 1 to 254 printable characters.'],
    [{ name: 'eve', role: 'owner' }, '400 role must be admin or analyst.'],
  ] as const)
    expect(refusalOf(await call('POST', USERS_PATH, admin, body))).toBe(refusal)
  const jane = await addressOf('jane')
  for (const change of [{ isDisabled: true }, { role: 'analyst' }])
    expect(refusalOf(await call('PATCH', jane, admin, change))).toBe(
      '409 This is the last admin who can sign in: make another one first.',
    )
  expect((await call('PATCH', `${USERS_PATH}/0`, admin, { role: 'admin' })).statusCode).toBe(404)
  expect((await call('PATCH', await addressOf('joe'), admin, { name: 'x' })).statusCode).toBe(400)
})

test('a refused sign-in is logged with a name only where there is such a user', async () => {
  const { signIn, events } = await open()
  await signIn('joe', 'wrong')
  await signIn('my secret in the wrong field', 'wrong')
  expect(events().slice(-2)).toMatchObject([
    { event: 'sign-in-refused', user: 'joe', reason: 'wrong password', ip: '127.0.0.1' },
    { event: 'sign-in-refused', user: null, reason: 'unknown user' },
  ])
})
