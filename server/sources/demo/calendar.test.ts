import { describe, expect, test } from 'vitest'

import { DAY_MS } from '#server/series/series.ts'

import { easterDay, orthodoxEasterDay, weekdayOf, holidaysOf } from './calendar.ts'

const dateOf = (epochDay: number) => new Date(epochDay * DAY_MS).toISOString().slice(0, 10)

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
