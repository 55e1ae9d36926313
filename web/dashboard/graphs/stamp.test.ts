import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseStamp } from './read-answer.ts'

test.each([
  ['2026-11-20T00:00:00Z', '2026-11-20T00:00:00.000Z'],
  ['2026-11-30T23:59:59Z', '2026-11-30T23:59:59.000Z'],
  ['2026-11-20T00:00Z', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20T01:00:00+01:00', '2026-11-20T00:00:00.000Z'],
  ['2026-11-19T19:30:00-0430', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20t00:00:00.250z', '2026-11-20T00:00:00.250Z'],
  ['2026-11-20 01:00', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20 01:00:30', '2026-11-20T00:00:30.000Z'],
  ['2026-11-20T01:00', '2026-11-20T00:00:00.000Z'],
  ['2026-11-20', '2026-11-19T23:00:00.000Z'],
  ['2026/11/20 01:00', '2026-11-20T00:00:00.000Z'],
  ['Fri, 20 Nov 2026 00:00:00 GMT', '2026-11-20T00:00:00.000Z'],
  ['2026-07-20 02:00', '2026-07-20T00:00:00.000Z'],
  ['2028-02-29 12:00', '2028-02-29T11:00:00.000Z'],
  ['1795132800', '2026-11-20T00:00:00.000Z'],
  ['1795132800000', '2026-11-20T00:00:00.000Z'],
  ['1795132800.5', '2026-11-20T00:00:00.500Z'],
])('%s is read', (text, instant) => {
  expect(parseStamp(text)).toBe(Date.parse(instant))
})

test.each([
  '',
  'yesterday',
  '2026-02-30 00:00',
  '2026-13-01',
  '2026-00-10',
  '2026-11-20 24:00',
  '2026-11-20T24:00:00Z',
  '2026-11-31T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-11-20T00:60:00Z',
  '2026-11-20T23:59:60Z',
  '2026-11-20 01',
  '20/11/2026',
  'Mon, 31 Nov 2026 00:00:00 GMT',
  'Thu, 20 Nov 2026 00:00:00 GMT',
  '2026-11-20T00:00:00Z<img>',
  'NaN',
  '1e9',
])('%j is refused', (text) => {
  expect(parseStamp(text)).toBeNull()
})

/** `2026-11-20 00:00:00` */
const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

test('every instant is read back from RFC 3339, from both epochs, and from local text if its hour occurs once', () => {
  const instant = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2090, 0) }).map((ms) => ms - (ms % 1000))
  fc.assert(
    fc.property(instant, (ms) => {
      expect(parseStamp(new Date(ms).toISOString())).toBe(ms)
      expect(parseStamp(String(ms))).toBe(ms)
      expect(parseStamp(String(ms / 1000))).toBe(ms)
      const local = clock.format(ms)
      const isDoubled = clock.format(ms - 3_600_000) === local
      expect(parseStamp(local)).toBe(isDoubled ? ms - 3_600_000 : ms)
    }),
  )
})

test('any text is read as a number or refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const read = parseStamp(text)
      expect(read === null || Number.isFinite(read)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
