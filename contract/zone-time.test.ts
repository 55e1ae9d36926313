import { parseDate, toZoned } from '@internationalized/date'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, addYears, hourOf, marketDay, zoneOffset } from './zone-time.ts'

const HOURS = [-14, -6, 0, 1, 2, 3, 8, 23] as const
/** The clocks of these zones change within them. */
const SPANS = [
  ['2026-03-25', '2026-04-08'],
  ['2026-10-01', '2026-10-06'],
  ['2026-10-22', '2026-11-03'],
] as const

test.each([
  'Europe/Brussels',
  'Europe/Sofia',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'UTC',
])('hours of %s are when the calendar says, also where the clocks change', (zone) => {
  const wrong: string[] = []
  for (const [from, to] of SPANS)
    for (let day = parseDate(from); day.compare(parseDate(to)) <= 0; day = day.add({ days: 1 }))
      for (const hour of HOURS) {
        const shown = hour < 0 ? day.subtract({ days: 1 }) : day
        const expected = toZoned(shown, zone)
          .set({ hour: (hour + 24) % 24 })
          .toDate()
          .getTime()
        if (hourOf(day.toString(), hour, zone) !== expected) wrong.push(`${day.toString()} ${hour}:00`)
      }
  expect(wrong).toEqual([])
})

test('the offset changes in the very millisecond of a change, whatever was asked before', () => {
  const changeUtc = Date.UTC(2026, 9, 25, 1)
  const offsetAt = zoneOffset('Europe/Brussels')
  const hoursAt = (utc: number) => offsetAt(utc) / 3_600_000
  expect([changeUtc - 1, changeUtc, changeUtc + 59_999, changeUtc - 60_000].map(hoursAt)).toEqual([
    2, 1, 1, 2,
  ])
})

test('the market has its own day, whatever the zone of the page', () => {
  expect(marketDay(Date.parse('2026-11-23T22:59Z'))).toBe('2026-11-23')
  expect(marketDay(Date.parse('2026-11-23T23:00Z'))).toBe('2026-11-24')
  expect(marketDay(Date.parse('2026-10-24T22:30Z'), 1)).toBe('2026-10-26')
})

test('days and years are added as the calendar has them, also around 29 February', () => {
  const day = fc.constantFrom('2024-02-29', '2023-02-28', '2024-03-01', '2025-12-31', '2026-03-29')
  fc.assert(
    fc.property(day, fc.integer({ min: -10, max: 10 }), (from, count) => {
      expect(addYears(from, count)).toBe(parseDate(from).add({ years: count }).toString())
      expect(addDays(from, count)).toBe(parseDate(from).add({ days: count }).toString())
    }),
  )
})
