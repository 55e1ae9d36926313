import { expect, test } from 'vitest'

import { addDays } from '#contract/zone-time.ts'

import { marketDay, shortDay } from './market-day.ts'

test('the market has its own day, whatever the zone of the page', () => {
  expect(marketDay(Date.parse('2026-11-23T22:59Z'))).toBe('2026-11-23')
  expect(marketDay(Date.parse('2026-11-23T23:00Z'))).toBe('2026-11-24')
  expect(marketDay(Date.parse('2026-10-24T22:30Z'), 1)).toBe('2026-10-26')
})

test('a day shifts by calendar days, across clock changes too, and has a short name', () => {
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(shortDay('2026-11-25')).toBe('Wed, Nov 25')
})
