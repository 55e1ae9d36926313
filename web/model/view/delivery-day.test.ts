import { describe, expect, test } from 'vitest'

import { DaySchema, keyOf, requestTime, stampOf, tomorrowOf } from './delivery-day.ts'

describe('delivery day', () => {
  test('is the local day after now', () => {
    expect(tomorrowOf(new Date(2026, 10, 21, 23, 59))).toBe('2026-11-22')
    expect(tomorrowOf(new Date(2026, 11, 31, 0, 0))).toBe('2027-01-01')
  })

  test('is requested by its own midnight and that of the day before', () => {
    expect(requestTime('2026-11-22')).toEqual(['2026-11-21 00:00', '2026-11-22 00:00'])
    expect(requestTime('2026-03-01')).toEqual(['2026-02-28 00:00', '2026-03-01 00:00'])
  })

  test.each(['', '2026-02-30', '2026-2-3', '22.11.2026', '2026-11-22T00:00', '<img>'])(
    '%j is not a day',
    (text) => {
      expect(DaySchema.safeParse(text).success).toBe(false)
    },
  )
})

describe('stampOf', () => {
  test('is the local moment of the key on that day @§2.5-11', () => {
    expect(stampOf('2026-11-22', '07:30')).toBe(new Date(2026, 10, 22, 7, 30).getTime() / 1000)
  })

  test.each(['24:00', '7:30', 'noon', '07:60', ''])('%j is not a key', (key) => {
    expect(stampOf('2026-11-22', key)).toBeNull()
  })
})

test('keyOf returns hour and minute of a timestamp', () => {
  expect(keyOf(stampOf('2026-11-22', '07:45') ?? NaN)).toBe('07:45')
  expect(keyOf(stampOf('2026-11-22', '00:00') ?? NaN)).toBe('00:00')
})
