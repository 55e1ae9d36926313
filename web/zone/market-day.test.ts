import { expect, test } from 'vitest'

import { marketDay, marketHours } from './market-day.ts'

test('the market has its own day, whatever the zone of the page', () => {
  expect(marketDay(Date.parse('2026-11-23T22:59:00Z'))).toBe('2026-11-23')
  expect(marketDay(Date.parse('2026-11-23T23:00:00Z'))).toBe('2026-11-24')
  expect(marketDay(Date.parse('2026-10-24T22:30:00Z'), 1)).toBe('2026-10-26')
})

test('the keys of a day are its hours as they pass, on both changes of the clock', () => {
  const hours = (day: string) =>
    [...marketHours(day)].map(([key, utc]) => `${key} ${(utc - Date.parse(day)) / 3_600_000}`)
  const autumn = ['00:00 -2', '01:00 -1', '02:00 0', '03:00 2', '04:00 3']
  expect(hours('2026-10-25').slice(0, 5)).toEqual(autumn)
  expect(hours('2026-03-29').slice(0, 4)).toEqual(['00:00 -1', '01:00 0', '03:00 1', '04:00 2'])
  expect(marketHours('2026-10-25').size).toBe(24)
  expect(marketHours('2026-03-29').size).toBe(23)
})
