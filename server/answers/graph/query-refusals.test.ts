import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'
import { startQueryServer } from '#server/testing/graph-query.ts'
import { query } from '#server/testing/query-body.ts'

describe('refused graph queries', () => {
  test('answers the longest ranges and no longer ones', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const ask = (start: string, end: string, frequency: string) =>
      server.ask(query({ time: [start, end], frequency }))
    expect((await ask('2024-02-29 00:00', '2026-02-28 00:00', 'H')).statusCode).toBe(200)
    expect((await ask('2016-01-01 00:00', '2025-12-31 23:59', 'D')).statusCode).toBe(200)
    expect((await ask('2024-01-01 00:00', '2026-01-01 00:01', 'H')).json()).toEqual({
      error: 'time may span at most 2 years with frequency H.',
    })
    expect((await ask('2016-01-01 00:00', '2026-01-01 00:01', 'D')).json()).toEqual({
      error: 'time may span at most 10 years with frequency D.',
    })
  })

  test('refuses what it cannot answer with one sentence', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const response = await server.ask(query({ area: 'D\u0000E' }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      error: expect.stringMatching(/^area must be one of CWE, DE, .*, SI\.$/),
    })
  })

  test.each([
    ['{', 400, 'The body is not valid JSON.'],
    ['', 400, 'The body is empty; JSON is expected.'],
    ['['.repeat(16_000), 400, 'The body is not valid JSON.'],
    ['{"__proto__":{"area":"BE"}}', 400, 'The body is not valid JSON.'],
    [' '.repeat(1_100_000), 413, 'The body is too large.'],
  ])('refuses the body %.30s', async (payload, status, error) => {
    const server = await startQueryServer(await openTestDatabase())
    const response = await server.ask(payload)
    expect([response.statusCode, response.json()]).toEqual([status, { error }])
  })

  test('nothing a caller can send is answered as our failure', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'CWE',
        'wind',
        'H',
        '2026-03-29 02:30',
        '2026-10-25 02:30',
        '2025-02-29 00:00',
        '__proto__',
      ),
    )
    const anything = fc.oneof(
      fc.record({ category: text, area: text, time: fc.array(text, { maxLength: 3 }), frequency: text }),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(
        anything,
        fc.oneof(fc.constant('UTC'), fc.stringMatching(/^[ -~]{1,20}$/)),
        async (body, zone) => {
          const { statusCode } = await server.ask(body, { 'x-time-zone': zone })
          expect([200, 400]).toContain(statusCode)
        },
      ),
      { numRuns: 500 },
    )
  })
})
