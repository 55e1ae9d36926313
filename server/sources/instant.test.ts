import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseInstant } from './instant.ts'

test.each([
  ['2024-02-29T23:45Z', Date.UTC(2024, 1, 29, 23, 45)],
  ['2024-06-01T00:00:00Z', Date.UTC(2024, 5, 1)],
  ['2024-06-01 00:00:00z', Date.UTC(2024, 5, 1)],
  ['2024-06-01T00:00:59.250+02:00', Date.UTC(2024, 4, 31, 22, 0, 59, 250)],
  ['2024-06-01T00:00-03:30', Date.UTC(2024, 5, 1, 3, 30)],
])('%s is an instant', (text, instant) => {
  expect(parseInstant(text)).toBe(instant)
})

test.each([
  '2023-02-29T00:00Z',
  '2024-06-31T00:00Z',
  '2024-13-01T00:00Z',
  '2024-00-10T00:00Z',
  '2024-06-01T24:00Z',
  '2024-06-01T23:60Z',
  '2024-06-01T23:59:60Z',
  '2024-06-01T00:00+24:00',
  '2024-06-01T00:00',
  '2024-06-01',
  '20240601T0000Z',
  ' 2024-06-01T00:00Z',
  '1717200000',
  '',
])('%j is not an instant', (text) => {
  expect(parseInstant(text)).toBeNull()
})

test('every instant that Date writes is read back', () => {
  const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(date, (written) => {
      expect(parseInstant(written.toISOString())).toBe(written.getTime())
    }),
  )
})
