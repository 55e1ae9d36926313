import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { thirdPartyNotices } from './third-party-notices.js'

test('THIRD_PARTY_NOTICES.md is up to date: otherwise run npm run notices', () => {
  expect(readFileSync('THIRD_PARTY_NOTICES.md', 'utf8') === thirdPartyNotices()).toBe(true)
})
