import { expect, test } from 'vitest'

import { marketDay, shortDay } from './market-day.ts'

test('the market has its own day, whatever the zone of the page', () => {
  expect(marketDay(Date.parse('2026-11-23T22:59Z'))).toBe('2026-11-23')
  expect(marketDay(Date.parse('2026-11-23T23:00Z'))).toBe('2026-11-24')
  expect(marketDay(Date.parse('2026-10-24T22:30Z'), 1)).toBe('2026-10-26')
})

test('a day has a short name', () => {
  expect(shortDay('2026-11-25')).toBe('Wed, Nov 25')
})
