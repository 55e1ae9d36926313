import { stripVTControlCharacters } from 'node:util'

import { describe, expect, test } from 'vitest'

import { PRODUCT_VERSION } from '#contract/product.ts'

import { browserAddress, welcomeLines, welcomeRecord, type SignInHint } from './welcome.ts'

const plain = (hint: SignInHint) =>
  welcomeLines('http://127.0.0.1:3000', hint)
    .map((line) => stripVTControlCharacters(line))
    .slice(3, -1)

describe('welcomeLines', () => {
  test('shows a generated password once', () => {
    expect(plain({ name: 'admin', generatedPassword: 'abcd-efgh' })).toEqual([
      '  Address   http://127.0.0.1:3000',
      '  User      admin',
      '  Password  abcd-efgh  shown only once',
    ])
  })

  test('does not show a given password', () => {
    expect(plain({ name: 'jane', generatedPassword: null }).at(-1)).toBe(
      '  Password  the value of ADMIN_PASSWORD',
    )
  })

  test('says how to sign in otherwise, without the secrets of a URL', () => {
    expect(plain('existing users').at(-1)).toBe(
      '  Sign in   with your existing user  npm run users -- list shows all users',
    )
    expect(plain({ backendUrl: 'https://user:secret@other.example:8443/x' }).at(-1)).toBe(
      '  Sign in   with your user of other.example:8443',
    )
  })
})

test('welcomeRecord has the same for a log', () => {
  const record = (hint: SignInHint) => welcomeRecord('http://x', hint)
  const always = { version: PRODUCT_VERSION, address: 'http://x' }
  const user = { ...always, user: 'admin' }
  expect(record({ name: 'admin', generatedPassword: 'abcd' })).toEqual({ ...user, generatedPassword: 'abcd' })
  expect(record({ name: 'admin', generatedPassword: null })).toEqual(user)
  expect(record('existing users')).toEqual(always)
  expect(record({ backendUrl: 'https://user:secret@other.example/x' })).toEqual({
    ...always,
    backend: 'other.example',
  })
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['em.example.org', 'http://em.example.org:3000'],
])('a server on %s is reached at %s', (host, address) => {
  expect(browserAddress(host, 3000)).toBe(address)
})
