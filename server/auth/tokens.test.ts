import { createHmac, generateKeyPairSync } from 'node:crypto'

import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { createTokens, type Tokens } from './tokens.ts'

const SECRET = Buffer.from('0123456789abcdef0123456789abcdef')
const START = Date.UTC(2026, 10, 20, 12)
const START_S = START / 1000
const time = { now: START }

function createOwnTokens(): Tokens {
  return createTokens({ readSecret: async () => SECRET, lifetimeS: 3600, clock: () => time.now })
}

const ISSUER = 'energy-metrics'
const CLAIMS = { sub: '7', ver: 2, iss: ISSUER, aud: ISSUER, iat: START_S, exp: START_S + 3600 }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token by hand: any header and payload, HMAC with any hash and key. */
function forge(header: object, claims: object = CLAIMS, key: string | Buffer = SECRET, hash = 'sha256') {
  const content = `${encode(header)}.${encode(claims)}`
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`
}

const HEADER = { alg: 'HS256', typ: 'JWT' }
const without = (name: keyof typeof CLAIMS) =>
  Object.fromEntries(Object.entries(CLAIMS).filter(([key]) => key !== name))
const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
})
const [headerPart, claimsPart, signaturePart] = forge(HEADER).split('.')

describe('createTokens', () => {
  beforeEach(() => {
    time.now = START
  })

  test('accepts its own token, again and again, until it expires', async () => {
    const tokens = createOwnTokens()
    const { access_token: token, expires_in } = await tokens.issue(7, 2)
    const claims = {
      userId: 7,
      credentialVersion: 2,
      issuedAtUtc: START,
      expiresAtUtc: START + 3_600_000,
    }
    expect(expires_in).toBe(3600)
    expect(await tokens.verify(token)).toEqual(claims)
    time.now = START + 3_600_000 - 1
    expect(await tokens.verify(token)).toEqual(claims)
    expect(await createOwnTokens().verify(token)).toEqual(claims)
    time.now = START + 3_600_000
    expect(await tokens.verify(token)).toBe('expired')
    expect(await createOwnTokens().verify(token)).toBe('expired')
  })

  test('refuses a token of the future, also one that it has accepted, but for clocks that differ a little', async () => {
    const tokens = createOwnTokens()
    const { access_token: token } = await tokens.issue(7, 2)
    for (const [secondsBack, isAccepted] of [
      [30, true],
      [31, false],
      [3600, false],
      [0, true],
    ] as const) {
      time.now = START - secondsBack * 1000
      for (const server of [tokens, createOwnTokens()])
        expect([secondsBack, (await server.verify(token)) !== 'expired']).toEqual([secondsBack, isAccepted])
    }
  })

  test('accepts a token of another server with the same secret', async () => {
    expect(await createOwnTokens().verify(forge(HEADER))).toMatchObject({ userId: 7 })
  })

  test.each<[string, string]>([
    ['algorithm none', `${encode({ alg: 'none', typ: 'JWT' })}.${claimsPart}.`],
    ['algorithm None', `${encode({ alg: 'None', typ: 'JWT' })}.${claimsPart}.${signaturePart}`],
    ['algorithm NONE', forge({ alg: 'NONE', typ: 'JWT' })],
    ['no signature', `${headerPart}.${claimsPart}.`],
    ['HS384 with our key', forge({ ...HEADER, alg: 'HS384' }, CLAIMS, SECRET, 'sha384')],
    ['HS512 with our key', forge({ ...HEADER, alg: 'HS512' }, CLAIMS, SECRET, 'sha512')],
    ['RS256 with a public key as secret', forge({ ...HEADER, alg: 'RS256' }, CLAIMS, publicKey)],
    ['HS256 with a public key as secret', forge(HEADER, CLAIMS, publicKey)],
    ['another secret', forge(HEADER, CLAIMS, 'another secret of at least 32 bytes')],
    ['an empty secret', forge(HEADER, CLAIMS, '')],
    [
      'a key in the header',
      forge({ ...HEADER, jwk: { kty: 'oct', k: 'AAAA' } }, CLAIMS, Buffer.from('AAAA', 'base64url')),
    ],
    ['a key address in the header', forge({ ...HEADER, jku: 'https://evil.example/keys' }, CLAIMS, 'evil')],
    ['a key name in the header', forge({ ...HEADER, kid: '../../dev/null' }, CLAIMS, '')],
    ['an extension that must be understood', forge({ ...HEADER, crit: ['exp'] })],
    ['an unencoded payload', forge({ ...HEADER, b64: false, crit: ['b64'] })],
    ['another type', forge({ alg: 'HS256', typ: 'at+jwt' })],
    ['no type', forge({ alg: 'HS256' })],
    ['another payload', `${headerPart}.${encode({ ...CLAIMS, sub: '1' })}.${signaturePart}`],
    ['base64 padding', `${headerPart}.${claimsPart}.${signaturePart}=`],
    ['plain base64', forge(HEADER).replaceAll('-', '+').replaceAll('_', '/').concat('+/')],
    ['a space', ` ${forge(HEADER)}`],
    ['two parts', `${headerPart}.${claimsPart}`],
    ['four parts', `${forge(HEADER)}.${signaturePart}`],
    ['3,000 dots', '.'.repeat(3000)],
    ['16 kB', `${headerPart}.${'A'.repeat(16_000)}.${signaturePart}`],
    ['nothing', ''],
    ['a header that is not JSON', `${Buffer.from('{').toString('base64url')}.${claimsPart}.${signaturePart}`],
    [
      'an expiry long ago, signed by another',
      forge(HEADER, { ...CLAIMS, exp: 1 }, 'another secret of at least 32 bytes'),
    ],
    ['an expiry as text', forge(HEADER, { ...CLAIMS, exp: String(START_S + 3600) })],
    ['not valid yet', forge(HEADER, { ...CLAIMS, nbf: START_S + 29 })],
    ['another issuer', forge(HEADER, { ...CLAIMS, iss: 'somebody' })],
    ['another audience', forge(HEADER, { ...CLAIMS, aud: 'somebody' })],
    ['a user that is not a number', forge(HEADER, { ...CLAIMS, sub: '7 OR 1=1' })],
    ['a user number that no database has', forge(HEADER, { ...CLAIMS, sub: '2147483648' })],
    ['user 0', forge(HEADER, { ...CLAIMS, sub: '0' })],
    ['a user as a number', forge(HEADER, { ...CLAIMS, sub: 7 })],
    ['a version that is not a number', forge(HEADER, { ...CLAIMS, ver: '2' })],
    ['no user', forge(HEADER, without('sub'))],
    ['no version', forge(HEADER, without('ver'))],
    ['no expiry', forge(HEADER, without('exp'))],
    ['no issue time', forge(HEADER, without('iat'))],
    ['no issuer', forge(HEADER, without('iss'))],
    ['no audience', forge(HEADER, without('aud'))],
  ])('refuses %s', async (_case, token) => {
    expect(await createOwnTokens().verify(token)).toBe('forged')
  })

  test('tells an expired token from a forged one, also where it was never seen before', async () => {
    for (const exp of [START_S, 1])
      expect(await createOwnTokens().verify(forge(HEADER, { ...CLAIMS, exp }))).toBe('expired')
  })

  test('refuses every change to a valid token', async () => {
    const tokens = createOwnTokens()
    const { access_token: token } = await tokens.issue(7, 2)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= +/'
    const change = fc.record({
      at: fc.nat(token.length - 1),
      letter: fc.constantFrom(...letters.split('')),
      kind: fc.constantFrom('replace', 'insert', 'remove'),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, letter, kind }) => {
        const middle = kind === 'remove' ? '' : letter
        const changed = token.slice(0, at) + middle + token.slice(kind === 'insert' ? at : at + 1)
        fc.pre(changed !== token)
        expect(await tokens.verify(changed)).toBe('forged')
      }),
      { numRuns: 2000 },
    )
  })

  test('reads the secret again after the database was down', async () => {
    let isDown = true
    const tokens = createTokens({
      readSecret: async () => {
        if (isDown) throw new Error('down')
        return SECRET
      },
      lifetimeS: 60,
      clock: () => time.now,
    })
    await expect(tokens.issue(1, 1)).rejects.toThrow('down')
    await expect(tokens.verify(forge(HEADER))).rejects.toThrow('down')
    isDown = false
    expect(await tokens.verify(forge(HEADER))).toMatchObject({ userId: 7 })
  })
})
