import { expect, test } from 'vitest'

import { readLinkedPage, rememberPage } from './linked-page.ts'

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash })

test('a page is remembered with query and hash', () => {
  const state = rememberPage(at('/dashboard', '?g=DE~solar&z=1-2', '#x'))
  expect(readLinkedPage(state)).toBe('/dashboard?g=DE~solar&z=1-2#x')
  expect(readLinkedPage(rememberPage(at('/model')))).toBe('/model')
})

test('the home page and unknown paths are not remembered', () => {
  expect(rememberPage(at('/home'))).toBeNull()
  expect(rememberPage(at('/dashboards'))).toBeNull()
})

test.each([null, undefined, 7, {}, { linkedPage: 7 }, { linkedPage: '//foreign.example/dashboard' }])(
  'any other state is ignored (%j)',
  (state) => {
    expect(readLinkedPage(state)).toBeNull()
  },
)
