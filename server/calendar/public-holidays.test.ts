import { expect, test } from 'vitest'

import { MEMBER_CODES } from '#contract/areas.ts'
import { DAY_MS } from '#contract/time.ts'

import { easterDay, holidaysOf, isPublicHoliday, orthodoxEasterDay } from './public-holidays.ts'

const dateOf = (epochDay: number) => new Date(epochDay * DAY_MS).toISOString().slice(0, 10)

test.each([
  [2024, '2024-03-31', '2024-05-05'],
  [2025, '2025-04-20', '2025-04-20'],
  [2026, '2026-04-05', '2026-04-12'],
  [2027, '2027-03-28', '2027-05-02'],
])('Easter of %i', (year, western, orthodox) => {
  expect(dateOf(easterDay(year))).toBe(western)
  expect(dateOf(orthodoxEasterDay(year))).toBe(orthodox)
})

test('public holidays are the fixed and movable days of a country', () => {
  expect([...holidaysOf('DE', 2026)].map(dateOf).toSorted()).toEqual([
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
  // 1 May is one nearly everywhere.
  const without = MEMBER_CODES.filter((area) => !isPublicHoliday(area, '2026-05-01'))
  expect(without).toEqual(['CH', 'NL'])
  expect(isPublicHoliday('IT-SICI', '2025-06-02')).toBe(true)
  // Orthodox Good Friday, and the Western one.
  expect(isPublicHoliday('RO', '2026-04-10')).toBe(true)
  expect(isPublicHoliday('RO', '2026-04-03')).toBe(false)
})

test.each([
  ['PL', '2024-12-24', '2025-12-24'],
  ['SK', '2024-09-01', '2023-09-01'],
  ['SK', '2025-11-17', '2024-11-17'],
  ['SK', '2026-05-08', '2025-05-08'],
  ['SK', '2026-09-15', '2025-09-15'],
  ['NL', '2024-05-05', '2025-05-05'],
  // It moved out of the Holy Week.
  ['GR', '2024-05-01', '2024-05-07'],
])('in %s %s is a working day, and %s a holiday', (area, workday, holiday) => {
  expect([isPublicHoliday(area, workday), isPublicHoliday(area, holiday)]).toEqual([false, true])
})
