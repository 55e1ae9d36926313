import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test, vi } from 'vitest'

import { ORGANISATION_PATH, RETURN_PATH } from '#contract/http-names.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { OWN_USER_PATH, UserListSchema, USERS_PATH } from '#contract/users.ts'
import type { Database } from '#server/database/database.ts'
import { addTestUser, openTestApp, requestToken, refusalOf } from '#server/testing/app.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import { type ProviderFault, startBareProvider } from '#server/testing/services/bare-provider.ts'
import {
  type Claims,
  CLIENT_ID,
  CLIENT_SECRET,
  startOrganisation,
} from '#server/testing/services/organisation.ts'

import { createUsers } from './users.ts'

const PUBLIC_URL = 'https://energy.example.org'
const MARIA = { sub: 'maria-1', email: 'Maria@Example.org', email_verified: true }
const EXPIRED = '400 This sign-in has expired or was used already: begin again.'
const FOREIGN = '403 This account of the organisation may not use this server.'

type Rules = Readonly<Record<string, string>>

async function open({
  database,
  rules = { OIDC_DOMAINS: 'example.org' },
  issuer,
  tokens,
}: {
  database?: Database
  rules?: Rules
  issuer?: string
  tokens?: Parameters<typeof startOrganisation>[1]
} = {}) {
  const used = database ?? (await openTestDatabase())
  await addTestUser(used)
  const organisation = await startOrganisation(`${PUBLIC_URL}${RETURN_PATH}`, tokens)
  onTestFinished(() => organisation.close())
  const app = await openTestApp({
    database: used,
    environment: {
      PUBLIC_URL,
      OIDC_ISSUER: issuer ?? organisation.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      ...rules,
    },
  })
  const begin = async () => {
    const answer = await app.server.inject(ORGANISATION_PATH)
    expect(answer.statusCode).toBe(302)
    const cookie = String(answer.headers['set-cookie'])
    return { url: answer.headers.location ?? '', cookie }
  }
  const end = (body: object, cookie: string, hasSeveral = false) =>
    app.server.inject({
      method: 'POST',
      url: ORGANISATION_PATH,
      headers: { cookie: hasSeveral ? cookie : (cookie.split(';', 1)[0] ?? '') },
      payload: body,
    })
  const visit = async (claims: Claims = MARIA, inToken = {}) => {
    organisation.setPerson(claims, inToken)
    const { url, cookie } = await begin()
    const returned = await organisation.follow(url)
    expect(returned.href).toMatch(new RegExp(`^${PUBLIC_URL}${RETURN_PATH}\\?`))
    return { body: Object.fromEntries(returned.searchParams), cookie }
  }
  const signIn = async (claims?: Claims, inToken?: object) => {
    const { body, cookie } = await visit(claims, inToken)
    return end(body, cookie)
  }
  const users = async () => {
    const answer = await app.send('GET', USERS_PATH, await app.signIn())
    return UserListSchema.parse(answer.json<unknown>()).users
  }
  return { ...app, signInAdmin: app.signIn, organisation, begin, end, visit, signIn, users }
}

/** The server before a provider that has a fault. */
async function openBare(fault: ProviderFault) {
  const provider = await startBareProvider(MARIA, fault)
  const opened = await open({ issuer: provider.issuer })
  const signIn = async () => {
    const { url, cookie } = await opened.begin()
    const { nonce, state } = Object.fromEntries(new URL(url).searchParams)
    provider.setNonce(nonce)
    return opened.end({ code: randomUUID(), state }, cookie)
  }
  return { ...opened, signIn, provider }
}

const changeCookie = (cookie: string, change: object) => {
  const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=') ?? []
  const attempt: object = JSON.parse(Buffer.from(value, 'base64url').toString())
  return `${name}=${Buffer.from(JSON.stringify({ ...attempt, ...change })).toString('base64url')}`
}

describeOnBothEngines('sign-in with the organisation', (openDatabase) => {
  test('a person of the organisation is signed in, and is the same user the next time whatever the address', async () => {
    const { signIn, server, users, events } = await open({ database: await openDatabase() })
    const answer = await signIn()
    const { access_token: token, expires_in } = TokenAnswerSchema.parse(answer.json<unknown>())
    expect(expires_in).toBe(3600)
    const headers = { authorization: `Bearer ${token}` }
    const own = await server.inject({ url: OWN_USER_PATH, headers })
    expect(own.json()).toEqual({ name: 'Maria@Example.org', role: 'analyst', hasPassword: false })
    expect((await signIn({ ...MARIA, email: 'm.lindqvist@example.org' })).statusCode).toBe(200)
    expect(await users()).toMatchObject([
      { name: 'jane', hasPassword: true },
      { name: 'Maria@Example.org', hasPassword: false, lastSignInAt: expect.any(String) },
    ])
    expect(events()).toMatchObject([
      { event: 'user-added', ip: '127.0.0.1', target: 'Maria@Example.org', subject: 'maria-1' },
      { event: 'signed-in', user: 'Maria@Example.org', ip: '127.0.0.1', by: 'organisation' },
      { event: 'signed-in', user: 'Maria@Example.org', by: 'organisation' },
      { event: 'signed-in', user: 'jane' },
    ])
  })

  test('groups give a role at every sign-in, and the last admin stays one', async () => {
    const rules = { OIDC_ADMIN_GROUPS: 'energy-admins', OIDC_ANALYST_GROUPS: 'traders, risk' }
    const { signIn, users, database } = await open({ database: await openDatabase(), rules })
    const roleAfter = async (groups: unknown) => {
      const { statusCode } = await signIn({ sub: 'maria-1', preferred_username: 'maria', groups })
      return [statusCode, (await users()).find(({ name }) => name === 'maria')?.role]
    }
    expect(await roleAfter(['others'])).toEqual([403, undefined])
    expect(await roleAfter(['risk', 'others'])).toEqual([200, 'analyst'])
    expect(await roleAfter(['risk', 'energy-admins'])).toEqual([200, 'admin'])
    expect(await roleAfter('traders')).toEqual([200, 'analyst'])
    expect(await roleAfter(undefined)).toEqual([403, 'analyst'])
    // While somebody with a password is an admin, others of the organisation need not stay one, but that one must.
    await roleAfter(['energy-admins'])
    const [jane] = await users()
    expect(await createUsers(database).change(jane?.id ?? 0, { role: 'analyst' })).toBe('last admin')
    await database.query("UPDATE app_user SET role = 'analyst' WHERE name = 'jane'")
    expect((await signIn({ sub: 'maria-1', groups: ['risk'] })).statusCode).toBe(200)
    expect(await database.query("SELECT role FROM app_user WHERE name = 'maria'")).toEqual([
      { role: 'admin' },
    ])
  })

  test('a name that is taken stays with its user', async () => {
    const { signIn, users, server } = await open({ database: await openDatabase() })
    expect((await signIn({ ...MARIA, email: 'jane@example.org' })).statusCode).toBe(200)
    expect((await signIn({ ...MARIA, sub: 'other', email: 'JANE@example.org' })).statusCode).toBe(200)
    expect((await users()).map(({ name }) => name)).toEqual([
      'jane',
      'jane@example.org',
      'JANE@example.org 2',
    ])
    const attempt = { username: 'jane@example.org', password: '' }
    expect((await requestToken(server, attempt)).statusCode).toBe(400)
    expect((await requestToken(server, { ...attempt, password: 'null' })).statusCode).toBe(401)
  })

  test('a disabled user is refused, and has no password to be reset', async () => {
    const { signIn, users, send, signInAdmin } = await open({ database: await openDatabase() })
    await signIn()
    const one = `${USERS_PATH}/${(await users())[1]?.id ?? 0}`
    const admin = await signInAdmin()
    expect(refusalOf(await send('POST', `${one}/password`, admin, { removeKeys: true }))).toBe(
      '409 This user uses single sign-on and has no password here.',
    )
    await send('PATCH', one, admin, { isDisabled: true })
    expect(refusalOf(await signIn())).toBe(FOREIGN)
  })
})

test('the page offers the sign-in, and the browser keeps the attempt where no script and no other host gets at it, and only once', async () => {
  const { server, begin, visit, end } = await open()
  expect((await server.inject('/')).body).toContain('<meta name="organisation-sign-in" content="yes" />')
  const { url, cookie } = await begin()
  expect(cookie).toMatch(
    /^__Host-sign-in-[\w-]{16}=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
  )
  const parameters = new URL(url).searchParams
  expect(Object.fromEntries(parameters)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.any(String),
    nonce: expect.any(String),
  })
  expect(url).not.toContain(
    JSON.parse(Buffer.from(/=([\w-]+)/.exec(cookie)?.[1] ?? '', 'base64url').toString()).codeVerifier,
  )
  const { body, cookie: next } = await visit()
  expect((await end(body, next)).headers['set-cookie']).toMatch(/^__Host-sign-in-[\w-]{16}=; .*Max-Age=0/)
})

const SPOILT: Readonly<
  Record<string, (at: { body: Record<string, string>; cookie: string }) => [object, string]>
> = {
  'another state': ({ body, cookie }) => [{ ...body, state: 'another' }, cookie],
  'the state of another browser': ({ body, cookie }) => [body, changeCookie(cookie, { state: 'another' })],
  'another nonce': ({ body, cookie }) => [body, changeCookie(cookie, { nonce: 'another' })],
  'another PKCE secret': ({ body, cookie }) => [body, changeCookie(cookie, { codeVerifier: 'x'.repeat(43) })],
  'another issuer': ({ body, cookie }) => [{ ...body, iss: 'https://evil.example' }, cookie],
  'a made-up code': ({ body, cookie }) => [{ ...body, code: 'made-up' }, cookie],
  'no cookie': ({ body }) => [body, ''],
  'a broken cookie': ({ body, cookie }) => [body, `${cookie.split('=', 1)[0]}=e30`],
}

test('an answer that does not fit what this browser began is refused', async () => {
  const { visit, end, users, events } = await open()
  for (const [what, spoil] of Object.entries(SPOILT)) {
    expect([what, refusalOf(await end(...spoil(await visit())))]).toEqual([what, EXPIRED])
  }
  const refused = { event: 'sign-in-refused', user: null, ip: '127.0.0.1' }
  expect(events()).toMatchObject(Object.keys(SPOILT).map(() => refused))
  expect(await users()).toHaveLength(1)
})

test('a code is taken once, and not after it has expired', async () => {
  const { visit, end, organisation } = await open()
  const { body, cookie } = await visit()
  expect((await end(body, cookie)).statusCode).toBe(200)
  expect(refusalOf(await end(body, cookie))).toBe(EXPIRED)
  expect(organisation.tokenRequests(), 'a provider that takes codes twice is not asked').toBe(1)
  organisation.setCodeLifetime(1)
  const late = await visit()
  await sleep(2100)
  expect(refusalOf(await end(late.body, late.cookie))).toBe(EXPIRED)
})

test('a person is refused without a verified address of an allowed domain', async () => {
  const { signIn, users, events } = await open()
  const refused: readonly (readonly [Claims, object?])[] = [
    [{ ...MARIA, email: 'maria@evil.example' }],
    [{ ...MARIA, email: 'maria@notexample.org' }],
    [{ ...MARIA, email: 'maria@evil.example@example.org' }],
    [{ ...MARIA, email: 'example.org' }],
    [{ ...MARIA, email_verified: false }],
    [{ ...MARIA, email_verified: 'false' }],
    [{ ...MARIA, email_verified: 1 }],
    [{ sub: MARIA.sub, email: MARIA.email }],
    // The word belongs to the address of the other document.
    [
      { sub: MARIA.sub, email: MARIA.email },
      { email: 'maria@evil.example', email_verified: true },
    ],
    [{ sub: MARIA.sub }],
  ]
  for (const [claims, inToken] of refused) {
    expect([claims, refusalOf(await signIn(claims, inToken))]).toEqual([claims, FOREIGN])
  }
  const unverified = 'the provider does not say that the address is verified (email_verified)'
  const other = 'not allowed'
  const reasons = [...Array(4).fill(other), ...Array(5).fill(unverified), other]
  expect(events()).toMatchObject(
    reasons.map((reason) => ({ event: 'sign-in-refused', reason, subject: MARIA.sub })),
  )
  expect(await users()).toHaveLength(1)
  for (const inToken of [{}, { ...MARIA, email_verified: 'true' }])
    expect((await signIn({ ...MARIA, email_verified: 'true' }, inToken)).statusCode).toBe(200)
  // Both come from the ID token where the other document has neither.
  expect((await signIn({ sub: MARIA.sub }, MARIA)).statusCode).toBe(200)
})

test('groups that the provider leaves out are named as the reason', async () => {
  const { signIn, events } = await open({ rules: { OIDC_ANALYST_GROUPS: 'traders' } })
  const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://x' } } }
  for (const claims of [overage, { hasgroups: true }, { groups: ['others'] }])
    expect((await signIn({ sub: 'maria-1', ...claims })).statusCode).toBe(403)
  const leftOut = 'the provider left the groups out, because they are too many (overage)'
  expect(events()).toMatchObject([leftOut, leftOut, 'not allowed'].map((reason) => ({ reason })))
})

test('a token of the provider that cannot be used is told as such in the log', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  // The clock of this server, which is that of the provider as well, is ahead as soon as the token is made.
  const ahead = { onToken: () => void vi.setSystemTime(Date.now() + 460_000) }
  const behind = { onToken: () => void vi.setSystemTime(Date.now() - 460_000) }
  const cases = [
    [{ algorithm: 'HS256' }, /the provider signs its tokens with HS256, which is not accepted/],
    [ahead, /the clocks of the provider and of this server differ: exp of its token is (399|40\d) s ago/],
    [behind, /the clocks of the provider and of this server differ: iat of its token is 4(59|60) s from now/],
    [{}, /the provider names a person by a sub that is not 1 to 255 characters of ASCII/, 'maria\u2028'],
  ] as const
  for (const [tokens, words, subject = MARIA.sub] of cases) {
    const { signIn, logLines } = await open({ tokens })
    expect((await signIn({ ...MARIA, sub: subject })).statusCode).toBe(502)
    const failed = logLines.filter((line) => line.includes('request failed'))
    expect(failed).toEqual([expect.stringMatching(words)])
  }
})

const FAULT = '502 The sign-in of the organisation does not answer as it should; try again later.'

test.each<[string, ProviderFault, RegExp]>([
  ['two audiences', { token: { aud: [CLIENT_ID, 'other'] } }, /additional untrusted audiences/],
  ['another issuer', { token: { iss: 'https://evil.example' } }, /\(issuer\) claim value/],
  ['no nonce', { token: { nonce: undefined } }, /"nonce".* claim missing/],
  ['a number as sub', { token: { sub: 4711 } }, /a sub that is a number, not a text/],
  ['a number as sub of userinfo', { userInfo: { sub: 4711 } }, /a sub that is a number, not a text/],
  ['userinfo without sub', { userInfo: { sub: undefined } }, /"sub" property must be a string/],
  ['userinfo of somebody else', { userInfo: { sub: 'other' } }, /"sub" property value/],
  ['no text as refresh token', { answer: { refresh_token: null } }, /"refresh_token" property/],
  ['an error of its own', { answer: { error: 'server_error' }, status: 400 }, /server_error/],
])('%s is told as a fault of the provider, with its cause in the log', async (_what, fault, cause) => {
  const { signIn, logLines, provider } = await openBare(fault)
  expect(refusalOf(await signIn())).toBe(FAULT)
  const failed = logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed')
  expect(failed).toMatchObject([{ reason: expect.stringMatching(cause) }])
  provider.setFault({})
  expect((await signIn()).statusCode).toBe(200)
})

test('another nonce, and a code that was used, are refused as such', async () => {
  for (const fault of [{ token: { nonce: 'other' } }, { answer: { error: 'invalid_grant' }, status: 400 }]) {
    const { signIn } = await openBare(fault)
    expect(refusalOf(await signIn())).toBe(EXPIRED)
  }
})

test.each([{ discoveryMs: 3000 }, { discoveryMs: 7000, slowDiscoveries: 1 }])(
  'a slow discovery keeps nobody out: %o',
  async (fault) => {
    const { signIn } = await openBare(fault)
    expect((await signIn()).statusCode).toBe(200)
  },
)

test('tabs of one browser sign in beside each other, and their cookies do not pile up', async () => {
  const { begin, organisation, end, server } = await open()
  organisation.setPerson(MARIA)
  const tabs = [await begin(), await begin()]
  const cookie = tabs.map((tab) => tab.cookie.split(';', 1)[0]).join('; ')
  for (const { url } of tabs) {
    const { searchParams } = await organisation.follow(url)
    expect((await end(Object.fromEntries(searchParams), cookie, true)).statusCode).toBe(200)
  }
  const many = Array.from({ length: 9 }, (_, tab) => `__Host-sign-in-${tab}=x`)
  const more = await server.inject({ url: ORGANISATION_PATH, headers: { cookie: many.join('; ') } })
  const removed = [more.headers['set-cookie']].flat().filter((sent) => sent?.includes('Max-Age=0'))
  expect(removed.map((sent) => sent?.split('=', 1)[0])).toEqual(
    [0, 1, 2, 3, 4, 5].map((tab) => `__Host-sign-in-${tab}`),
  )
})

test('a provider that does not answer leads back to the page, and to a refusal that is ours', async () => {
  const { end, visit, organisation } = await open()
  const { body, cookie } = await visit()
  organisation.close()
  expect(refusalOf(await end(body, cookie))).toBe(FAULT)
  const other = await open({ issuer: 'http://127.0.0.1:9' })
  expect((await other.server.inject(ORGANISATION_PATH)).headers.location).toBe(
    `${PUBLIC_URL}${RETURN_PATH}?error=temporarily_unavailable`,
  )
})

test('without the setting there is neither the call nor a word of it on the page', async () => {
  const { server } = await openTestApp()
  expect((await server.inject(ORGANISATION_PATH)).statusCode).toBe(404)
  expect((await server.inject('/')).body).not.toContain('organisation')
})
