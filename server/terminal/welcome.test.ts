import { stripVTControlCharacters } from 'node:util'

import { describe, expect, test } from 'vitest'

import { browserAddress, welcomeLines, type SignInHint } from './welcome.ts'

const plain = (hint: SignInHint) =>
  welcomeLines('http://127.0.0.1:3000', hint)
    .map((line) => stripVTControlCharacters(line))
    .slice(3, -1)

describe('welcomeLines', () => {
  test('shows a generated password, once', () => {
    expect(plain({ name: 'admin', generatedPassword: 'abcd-efgh' })).toEqual([
      '  Address   http://127.0.0.1:3000',
      '  User      admin',
      '  Password  abcd-efgh  shown only this once',
    ])
  })

  test('does not show a given one', () => {
    expect(plain({ name: 'jane', generatedPassword: null }).at(-1)).toBe(
      '  Password  as set in ADMIN_PASSWORD',
    )
  })

  test('says how else to sign in, without the secrets of an address', () => {
    expect(plain('as before').at(-1)).toBe('  Sign in   as before  npm run users -- list shows who may')
    expect(plain({ backendUrl: 'https://user:secret@other.example:8443/x' }).at(-1)).toBe(
      '  Sign in   as on  other.example:8443',
    )
  })
})

describe('browserAddress', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['em.example.org', 'http://em.example.org:3000'],
  ])('%s is reached at %s', (host, address) => {
    expect(browserAddress(host, 3000)).toBe(address)
  })
})
