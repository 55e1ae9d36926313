import { expect, test } from 'vitest'

import { marketDay } from './market-day.ts'

test('the market has its own day, whatever the zone of the page', () => {
  expect(marketDay(Date.parse('2026-11-23T22:59:00Z'))).toBe('2026-11-23')
  expect(marketDay(Date.parse('2026-11-23T23:00:00Z'))).toBe('2026-11-24')
  expect(marketDay(Date.parse('2026-10-24T22:30:00Z'), 1)).toBe('2026-10-26')
})
