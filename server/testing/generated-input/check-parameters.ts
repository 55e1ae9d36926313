import * as fc from 'fast-check'
import { expect } from 'vitest'

import { CHANGES_PATH, DAY_ERRORS_PATH, FORECAST_ROWS_PATH, USUAL_PATH } from '#contract/row-tables.ts'
import {
  SERIES_FORMATS,
  SERIES_FREQUENCIES,
  SERIES_KINDS,
  SERIES_PATH,
  SERIES_QUANTITIES,
} from '#contract/series.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { recordStatements, text } from './texts.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)

const VALID_SERIES: Readonly<Record<string, string>> = {
  area: 'DE',
  quantity: 'load',
  kind: 'tso',
  from: '2026-11-18',
  to: '2026-11-19',
  frequency: 'H',
  zone: 'UTC',
  format: 'json',
  as_of: '2026-11-18',
  columns: 'unit,published_utc',
}
const VALID_DAY: Readonly<Record<string, string>> = {
  day: '2026-11-19',
  zone: 'UTC',
  format: 'json',
  as_of: '2026-11-18',
}

const VALID_DAYS: Readonly<Record<string, string>> = {
  area: 'DE',
  from: '2026-11-18',
  to: '2026-11-19',
  zone: 'UTC',
  format: 'json',
  as_of: '2026-11-20',
}

/** Texts that are right for one of the parameters. */
const meant = fc.constantFrom(
  ...SERIES_QUANTITIES,
  ...SERIES_KINDS,
  ...SERIES_FREQUENCIES,
  ...SERIES_FORMATS,
  'DE_LU,CWE,IT-NORD',
  '1h',
  'actual,tso,final',
  '2026-11-18T23:00+01:00',
  'Asia/Kolkata',
)

/** Some of the valid parameters, each perhaps with another text, and perhaps one that is unknown. */
const parametersOf = (known: readonly string[]) =>
  fc.record({
    changes: fc.dictionary(fc.constantFrom(...known), fc.oneof(text, meant), { maxKeys: 2 }),
    left: fc.subarray([...known], { minLength: known.length - 2 }),
    unknown: fc.dictionary(fc.oneof(text, fc.constantFrom('Area', 'area[]', 'key')), text, { maxKeys: 1 }),
    twice: fc.subarray([...known], { maxLength: 1 }),
  })

/** Asks `runs` times for rows with generated parameters: no answer is our failure, nothing unknown or repeated is accepted. */
export async function checkGeneratedParameters(runs: number): Promise<void> {
  const { database, expectNoTextInStatements } = recordStatements(await openTestDatabase())
  const app = await openSignedInApp(database, () => NOW_UTC)
  for (const [path, valid] of [
    [SERIES_PATH, VALID_SERIES],
    [FORECAST_ROWS_PATH, VALID_DAY],
    [CHANGES_PATH, { ...VALID_DAY, against: 'tso' }],
    [DAY_ERRORS_PATH, VALID_DAYS],
    [USUAL_PATH, { ...VALID_DAYS, quantity: 'load' }],
  ] as const) {
    const known = Object.keys(valid)
    expect((await app.get(`${path}?${new URLSearchParams(valid).toString()}`)).statusCode).toBe(200)
    await fc.assert(
      fc.asyncProperty(parametersOf(known), async ({ changes, left, unknown, twice }) => {
        const own = Object.entries({ ...valid, ...changes }).filter(([name]) => left.includes(name))
        const extra = Object.entries(unknown).filter(([name]) => !known.includes(name))
        const repeated = own.filter(([name]) => twice.includes(name))
        const query = new URLSearchParams([...own, ...extra, ...repeated]).toString()
        const { statusCode } = await app.get(`${path}?${query}`)
        expect(extra.length + repeated.length > 0 ? [400] : [200, 400]).toContain(statusCode)
      }),
      { numRuns: runs },
    )
  }
  expectNoTextInStatements()
}
