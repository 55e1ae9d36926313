import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { RequestError } from '#server/errors.ts'

import { parseTimeZone, parseWallTime } from './local-time.ts'

const at = (text: string, zone = 'Europe/Brussels') => parseWallTime(text, zone, 'time[0]')

describe('time zone of a request', () => {
  test("is the market's where none is named", () => {
    expect(parseTimeZone(undefined)).toBe('Europe/Brussels')
  })
  test('can be written in any case and gets its canonical name', () => {
    expect(parseTimeZone('europe/lisbon')).toBe('Europe/Lisbon')
    expect(parseTimeZone('UTC')).toBe('UTC')
  })
  test.each(['', 'Mars/Olympus', '+05:30', 'Europe/Brussels, UTC', 'a\u0000b', '../etc', 'x'.repeat(5000)])(
    'refuses %j',
    (name) => {
      expect(() => parseTimeZone(name)).toThrow(RequestError)
    },
  )
})

describe('wall-clock time', () => {
  test.each([
    ['2026-01-15 00:00', 'Europe/Brussels', '2026-01-14T23:00:00.000Z'],
    ['2026-07-15 12:30', 'Europe/Brussels', '2026-07-15T10:30:00.000Z'],
    ['2026-07-15 12:30', 'Asia/Kolkata', '2026-07-15T07:00:00.000Z'],
    ['2026-03-29 02:30', 'Europe/Brussels', '2026-03-29T01:30:00.000Z'], // left out: moved on to 03:30
    ['2026-10-25 02:30', 'Europe/Brussels', '2026-10-25T00:30:00.000Z'], // comes twice: the first
    ['2024-02-29 23:59', 'UTC', '2024-02-29T23:59:00.000Z'],
  ])('%s in %s is %s', (text, zone, iso) => {
    expect(new Date(at(text, zone)).toISOString()).toBe(iso)
  })

  test.each([
    '2026-02-30 00:00',
    '2025-02-29 00:00',
    '2026-13-01 00:00',
    '2026-00-10 00:00',
    '2026-01-01 24:00',
    '2026-01-01 23:60',
    '2026-01-01',
    '2026-01-01T00:00',
    '2026-01-01 00:00:00',
    ' 2026-01-01 00:00',
    '2026-1-1 0:00',
    '+02026-01-01 00:00',
    '1999-12-31 23:59',
    '0001-01-01 00:00',
    '9999-12-31 23:59',
    '2026-01-01 00:00\u0000',
    '٢٠٢٦-٠١-٠١ ٠٠:٠٠',
    'NaN',
    '',
  ])('refuses %j and names the field', (text) => {
    expect(() => at(text)).toThrow(/^time\[0\] must be a time that exists/)
  })

  function readOrNull(text: string): number | null {
    try {
      return at(text, 'UTC')
    } catch (error) {
      if (error instanceof RequestError) return null
      throw error
    }
  }

  test('reads every date that exists and only those', () => {
    const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2100 }),
        twoDigits(13),
        twoDigits(32),
        twoDigits(25),
        twoDigits(61),
        (year, month, day, hour, minute) => {
          const iso = `${year}-${month}-${day}T${hour}:${minute}:00.000Z`
          const date = new Date(iso)
          const exists = !Number.isNaN(date.getTime()) && date.toISOString() === iso
          expect(readOrNull(`${year}-${month}-${day} ${hour}:${minute}`)).toBe(exists ? date.getTime() : null)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
