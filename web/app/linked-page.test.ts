import { expect, test } from 'vitest'

import { readLinkedPage, rememberPage } from './linked-page.ts'

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })

test('a page is remembered with query and hash, and whether the session ended on it', () => {
  const state = rememberPage(at('/dashboard', '?g=DE~solar&z=1-2', '#x'), true)
  expect(readLinkedPage(state)).toEqual({ address: '/dashboard?g=DE~solar&z=1-2#x', hasSessionEnded: true })
  expect(readLinkedPage(rememberPage(at('/model'), false))).toEqual({
    address: '/model',
    hasSessionEnded: false,
  })
})

test.each(['/account?area=FR&measure=wind', '/account/password', '/data?area=DE', '/users', '/guide#alerts'])(
  '%s is remembered',
  (address) => {
    const { pathname, search, hash } = new URL(address, 'http://desk.example')
    expect(readLinkedPage(rememberPage({ pathname, search, hash }, false))?.address).toBe(address)
  },
)

test('the home page and unknown paths are not remembered', () => {
  expect(rememberPage(at('/home'), true)).toBeNull()
  expect(rememberPage(at('/dashboards'), false)).toBeNull()
})

test.each([
  null,
  undefined,
  7,
  {},
  { linkedPage: 7 },
  { linkedPage: null },
  { linkedPage: { address: '//foreign.example/dashboard', hasSessionEnded: true } },
])('any other state is ignored (%j)', (state) => {
  expect(readLinkedPage(state)).toBeNull()
})
