import * as fc from 'fast-check'
import { expect } from 'vitest'

import { ACCURACY_PATH, RUNS_PATH } from '#contract/accuracy.ts'
import { ALERTS_PATH } from '#contract/alerts.ts'
import { BAND_PATH } from '#contract/band.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { FORECAST_PATH } from '#contract/forecast.ts'
import { KEYS_PATH } from '#contract/keys.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { TOKEN_PATH } from '#contract/token.ts'
import type { Database } from '#server/database/database.ts'

import { openSignedInApp } from './app.ts'
import { openTestDatabase } from './database.ts'

/** Part of every generated text, so that it can be looked for in the SQL. */
const MARK = 'zq\'"x'
const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000

const ALERT_HOST = 'hooks.example.org'

/** A valid body of each route that takes JSON. */
export const VALID_BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [QUERY_PATH]: {
    category: 'wind',
    area: 'CWE',
    time: ['2026-11-18 00:00', '2026-11-18 23:59'],
    frequency: 'H',
  },
  [FORECAST_PATH]: {
    category: '',
    area: '',
    time: ['2026-11-20 00:00', '2026-11-21 00:00'],
    frequency: 'H',
  },
  [ACCURACY_PATH]: { country: 'de', day: '2026-11-20' },
  [RUNS_PATH]: { day: '2026-11-20' },
  [KEYS_PATH]: { name: 'Notebook' },
  [ALERTS_PATH]: {
    name: 'High',
    area: 'DE',
    measure: 'residual',
    side: 'above',
    thresholdMw: 60_000,
    hours: 24,
    url: `https://${ALERT_HOST}/a`,
  },
  [DASHBOARDS_PATH]: { name: 'Germany', query: '?v=1&g=DE,wind,H,-6d,1d' },
  [BAND_PATH]: {
    category: 'Residual Load',
    area: 'DE',
    time: ['2026-11-18 00:00', '2026-11-18 23:59'],
    frequency: 'H',
  },
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => value + MARK),
  fc.constantFrom(
    '',
    'CWE',
    'wind',
    'H',
    'de',
    '__proto__',
    'constructor',
    'a\u0000b',
    '2026-03-29 02:30',
    '2026-10-25 02:30',
    '2025-02-30 00:00',
    '2025-02-30',
    '0001-01-01 00:00',
    '9999-12-31 23:59',
    '2026-11-18 23:59:60',
    '+275760-09-13 00:00',
    "'; DROP TABLE app_user; --",
    `https://${ALERT_HOST}/\u0000`,
    '2026-11-18T23:59Z',
  ),
)
const value = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }),
  fc.jsonValue(),
  fc.constantFrom(null, 0, -1, 1e308, true),
)

/** A JSON body, and whether it must be refused because it has a key that the route does not know. */
interface GeneratedBody {
  payload: string
  hasUnknownKey: boolean
}

/** Bodies that differ from a valid one in some keys, bodies of any JSON, and texts that are not JSON. */
function bodiesLike(valid: Readonly<Record<string, unknown>>): fc.Arbitrary<GeneratedBody> {
  const changed = fc
    .record({
      changes: fc.dictionary(fc.constantFrom(...Object.keys(valid)), value, { maxKeys: 2 }),
      missing: fc.subarray(Object.keys(valid), { maxLength: 1 }),
      unknown: fc.dictionary(fc.oneof(text, fc.constantFrom('more', 'Area', 'time ')), value, { maxKeys: 1 }),
    })
    .map(({ changes, missing, unknown }) => {
      const entries = Object.entries({ ...valid, ...changes }).filter(([key]) => !missing.includes(key))
      const extra = Object.entries(unknown).filter(([key]) => !(key in valid))
      return {
        payload: JSON.stringify(Object.fromEntries([...entries, ...extra])),
        hasUnknownKey: extra.length > 0,
      }
    })
  const other = fc.oneof(fc.json(), text).map((payload) => ({ payload, hasUnknownKey: false }))
  return fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: other })
}

/** A database that keeps the text of every statement. */
function recordStatements(database: Database, statements: Set<string>): Database {
  return {
    ...database,
    query(statement, parameters) {
      statements.add(statement)
      return database.query(statement, parameters)
    },
  }
}

/** Sends `runs` generated bodies to a route: no answer is our failure, nothing unknown is accepted, no text is in the SQL. */
export async function checkGeneratedBodies(path: string, runs: number): Promise<void> {
  const statements = new Set<string>()
  const time = { now: NOW_UTC }
  const database = recordStatements(await openTestDatabase(), statements)
  const app = await openSignedInApp(database, () => time.now, { ALERT_HOSTS: ALERT_HOST })
  const valid = VALID_BODIES[path] ?? {}
  expect((await app.post(path, valid)).statusCode).toBe(200)
  await fc.assert(
    fc.asyncProperty(
      bodiesLike(valid),
      fc.oneof(fc.constant('UTC'), fc.stringMatching(/^[ -~]{1,20}$/)),
      async ({ payload, hasUnknownKey }, zone) => {
        const { statusCode } = await app.post(path, payload, { 'x-time-zone': zone })
        // 409: a dashboard, key or alert of that name, or too many of them.
        expect(hasUnknownKey ? [400, 413] : [200, 400, 409, 413]).toContain(statusCode)
      },
    ),
    { numRuns: runs },
  )
  expect([...statements].filter((statement) => statement.includes(MARK))).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
}

/** Asks `runs` times for a series with generated parameters: no answer is our failure, nothing unknown is accepted. */
export async function checkGeneratedParameters(runs: number): Promise<void> {
  const statements = new Set<string>()
  const database = recordStatements(await openTestDatabase(), statements)
  const app = await openSignedInApp(database, () => NOW_UTC)
  const valid: Readonly<Record<string, string>> = {
    area: 'DE',
    quantity: 'load',
    kind: 'tso',
    from: '2026-11-18',
    to: '2026-11-19',
    frequency: 'H',
    zone: 'UTC',
    format: 'json',
    as_of: '2026-11-18',
  }
  const known = Object.keys(valid)
  const parameters = fc.record({
    changes: fc.dictionary(fc.constantFrom(...known), text, { maxKeys: 2 }),
    left: fc.subarray(known, { minLength: known.length - 2 }),
    unknown: fc.dictionary(fc.oneof(text, fc.constantFrom('Area', 'area[]', 'key')), text, { maxKeys: 1 }),
  })
  await fc.assert(
    fc.asyncProperty(parameters, async ({ changes, left, unknown }) => {
      const own = Object.entries({ ...valid, ...changes }).filter(([name]) => left.includes(name))
      const extra = Object.entries(unknown).filter(([name]) => !known.includes(name))
      const query = new URLSearchParams([...own, ...extra]).toString()
      const { statusCode } = await app.get(`${SERIES_PATH}?${query}`)
      expect(extra.length > 0 ? [400] : [200, 400]).toContain(statusCode)
    }),
    { numRuns: runs },
  )
  expect([...statements].filter((statement) => statement.includes(MARK))).toEqual([])
}

/** Sends `runs` generated forms to the sign-in: nobody gets in, and no answer is our failure. */
export async function checkGeneratedForms(runs: number): Promise<void> {
  const statements = new Set<string>()
  const time = { now: NOW_UTC }
  const database = recordStatements(await openTestDatabase(), statements)
  const app = await openSignedInApp(database, () => time.now)
  const name = fc.oneof(fc.constantFrom('username', 'password', 'grant_type', 'scope'), text)
  const form = fc.oneof(
    fc.array(fc.tuple(name, text), { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString()),
    text,
  )
  await fc.assert(
    fc.asyncProperty(form, async (payload) => {
      // Long enough for the throttle to start again.
      time.now += HOUR_MS
      const { statusCode } = await app.post(TOKEN_PATH, payload, {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect([400, 401, 413]).toContain(statusCode)
    }),
    { numRuns: runs },
  )
  expect([...statements].filter((statement) => statement.includes(MARK))).toEqual([])
}
