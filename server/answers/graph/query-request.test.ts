import { describe, expect, test } from 'vitest'

import { QuerySchema } from '#contract/query.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/call.ts'
import { KNOWN_NOW } from '#server/series/known.ts'
import { query } from '#server/testing/graph-query.ts'

import { parseGraphQuery, QUERY_REFUSALS } from './query-request.ts'

function refusalOf(body: unknown, zone?: string): string | null {
  try {
    parseGraphQuery(parseBody(QuerySchema, body, QUERY_REFUSALS), zone)
    return null
  } catch (error) {
    if (error instanceof RequestError && error.status === 400) return error.message
    throw error
  }
}

const NO_TIME = /^time must be a list of two texts, start and end, written yyyy-MM-dd HH:mm\.$/

describe('a query', () => {
  test('is read by the clocks of its zone', () => {
    expect(parseGraphQuery(QuerySchema.parse(query()), 'Asia/Tokyo')).toEqual({
      area: 'BE',
      quantity: 'wind',
      kinds: ['actual', 'tso', 'model'],
      step: 'H',
      zone: 'Asia/Tokyo',
      known: { ...KNOWN_NOW, zone: 'Asia/Tokyo' },
      span: { fromUtc: Date.parse('2026-11-17T15:00Z'), toUtc: Date.parse('2026-11-18T14:59Z') },
    })
    expect(parseGraphQuery(QuerySchema.parse(query()), undefined).zone).toBe('Europe/Brussels')
  })

  test.each([
    [{ category: 'Wind' }, /^category must be one of solar, Residual Load, wind\.$/],
    [{ category: undefined }, /^category must be one of/],
    [{ area: 'XX' }, /^area must be one of CWE, DE, .*, SI\.$/],
    [{ area: 'toString' }, /^area must be one of/],
    [{ area: 'D\u0000E' }, /^area must be one of/],
    [{ area: 12 }, /^area must be one of/],
    [{ frequency: 'W' }, /^frequency must be one of H, D\.$/],
    [{ extra: 1 }, /^The body has an unknown key\. It can have category, area, time, frequency\.$/],
    [{ time: ['2026-11-18 00:00'] }, NO_TIME],
    [{ time: ['2026-11-18 00:00', '2026-11-18 23:59', ''] }, NO_TIME],
    [{ time: '2026-11-18 00:00' }, NO_TIME],
    [{ time: [NaN, NaN] }, NO_TIME],
    [{ time: ['x'.repeat(10_000), ''] }, NO_TIME],
    [{ time: ['2026-02-30 00:00', '2026-11-18 23:59'] }, /^time\[0\] must be a time that exists/],
    [{ time: ['2026-02-03 00:00', 'NaN'] }, /^time\[1\] must be a time that exists/],
    [{ time: ['2026-02-03 00:00\u0000', '2026-02-03 00:00'] }, /^time\[0\] must be a time that exists/],
    [{ time: ['2026-11-18 00:00', '2026-11-17 23:59'] }, /^time\[0\] must be before time\[1\]\.$/],
    [{ time: ['2026-11-18 00:00', '2026-11-18 00:00'] }, /^time\[0\] must be before time\[1\]\.$/],
  ])('with %j is refused @§5-2', (changes, sentence) => {
    expect(refusalOf(query(changes))).toMatch(sentence)
  })

  test.each([[[]], [null], ['text'], [12]])('of %j is refused', (value) => {
    expect(refusalOf(value)).toBe('The body must be a JSON object with category, area, time, frequency.')
  })

  test.each([
    ['H', '2024-02-29 00:00', '2026-02-28 00:00', null],
    ['H', '2024-01-01 00:00', '2025-12-31 23:59', null],
    ['H', '2024-01-01 00:00', '2026-01-01 00:01', 'time may span at most 2 years with frequency H.'],
    ['D', '2016-01-01 00:00', '2025-12-31 23:59', null],
    ['D', '2016-01-01 00:00', '2026-01-01 00:01', 'time may span at most 10 years with frequency D.'],
    ['D', '2000-01-01 00:00', '2100-01-01 00:00', 'time may span at most 10 years with frequency D.'],
  ])('of frequency %s may reach from %s to %s: %s', (frequency, start, end, refusal) => {
    expect(refusalOf(query({ frequency, time: [start, end] }))).toBe(refusal)
  })

  test('whose start and end swap at a clock change is refused, not answered backwards', () => {
    // 02:30 does not exist that night. It is moved to 03:30, which is after 03:00.
    expect(refusalOf(query({ time: ['2026-03-29 02:30', '2026-03-29 03:00'] }))).toBe(
      'time[0] must be before time[1].',
    )
  })
})
