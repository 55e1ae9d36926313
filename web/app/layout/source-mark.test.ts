import { expect, test } from 'vitest'

import { describeAge } from './source-mark.tsx'

const NOW = Date.UTC(2026, 10, 20, 11)

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3_600_000, '1 hour ago'],
  [86_399_999, '23 hours ago'],
  [2 * 86_400_000, '2 days ago'],
  [-60_000, 'just now'],
])('an instant %d ms ago is %s', (ageMs, text) => {
  expect(describeAge(NOW - ageMs, NOW)).toBe(text)
})
