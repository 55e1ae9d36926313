import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DAY_MS, HOUR_MS } from '#server/series/series.ts'

import {
  clockOffsetMs,
  dayStartUtc,
  easterDay,
  orthodoxEasterDay,
  weekdayOf,
  holidaysOf,
} from './calendar.ts'

const dateOf = (epochDay: number) => new Date(epochDay * DAY_MS).toISOString().slice(0, 10)
const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2037, 11, 31) })

function offsetByIntl(timeZone: string, utc: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }).formatToParts(utc)
  const part = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'))
  return wall - Math.floor(utc / HOUR_MS) * HOUR_MS
}

describe('clocks', () => {
  test.each([
    ['central', 'Europe/Brussels'],
    ['eastern', 'Europe/Bucharest'],
  ] as const)('%s is the clock of %s', (zone, timeZone) => {
    fc.assert(
      fc.property(instant, (utc) => {
        expect(clockOffsetMs(zone, utc)).toBe(offsetByIntl(timeZone, utc))
      }),
    )
    for (const change of [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)])
      for (const utc of [change - 1, change])
        expect(clockOffsetMs(zone, utc)).toBe(offsetByIntl(timeZone, utc))
  })

  test.each([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-10-26', 24],
  ])('%s has %i hours', (date, hours) => {
    const day = Date.parse(date) / DAY_MS
    expect(dayStartUtc('central', day + 1) - dayStartUtc('central', day)).toBe(hours * HOUR_MS)
  })
})

describe('holidays', () => {
  test.each([
    [2024, '2024-03-31', '2024-05-05'],
    [2025, '2025-04-20', '2025-04-20'],
    [2026, '2026-04-05', '2026-04-12'],
    [2027, '2027-03-28', '2027-05-02'],
  ])('Easter of %i', (year, western, orthodox) => {
    expect(dateOf(easterDay(year))).toBe(western)
    expect(dateOf(orthodoxEasterDay(year))).toBe(orthodox)
    expect(weekdayOf(easterDay(year))).toBe(0)
  })

  test('knows fixed and movable days of a country', () => {
    const dates = [...holidaysOf('DE', 2026)].map(dateOf).sort()
    expect(dates).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-05',
      '2026-04-06',
      '2026-05-01',
      '2026-05-14',
      '2026-05-25',
      '2026-10-03',
      '2026-12-25',
      '2026-12-26',
    ])
  })
})
