import * as fc from 'fast-check'
import { expect } from 'vitest'

import type { Database } from '#server/database/database.ts'

/** Part of every text without a meaning, so that it can be looked for in the SQL. */
const MARK = 'zq\'"x'
const INJECTION = "'; DROP TABLE app_user; --"

/** Host that alerts may be sent to in these tests. */
export const ALERT_HOST = 'hooks.example.org'

/** Texts without a meaning, and texts that have one somewhere. */
export const text = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => value + MARK),
  // Names may have these.
  fc.string({ unit: 'grapheme' }).map((value) => value + MARK),
  fc.constantFrom(
    '',
    'CWE',
    'wind',
    'H',
    'de',
    '__proto__',
    'constructor',
    'a\u0000b',
    '\ud800',
    '2026-03-29 02:30',
    '2026-10-25 02:30',
    '2025-02-30 00:00',
    '2025-02-30',
    '0001-01-01 00:00',
    '9999-12-31 23:59',
    '2026-11-18 23:59:60',
    '+275760-09-13 00:00',
    INJECTION,
    `https://${ALERT_HOST}/\u0000`,
    '2026-11-18T23:59Z',
  ),
)

export const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.array(text, { maxLength: 3 }),
  fc.jsonValue(),
  fc.constantFrom(null, 0, -1, 1e308, true),
)

export interface RecordedDatabase {
  database: Database
  /** Fails where a statement contains generated text, which belongs in its parameters. */
  expectNoTextInStatements: () => void
}

export function recordStatements(database: Database): RecordedDatabase {
  const statements = new Set<string>()
  return {
    database: {
      ...database,
      query(statement, parameters) {
        statements.add(statement)
        return database.query(statement, parameters)
      },
      transaction: (work) =>
        database.transaction((connection) =>
          work({
            ...connection,
            query(statement, parameters) {
              statements.add(statement)
              return connection.query(statement, parameters)
            },
          }),
        ),
    },
    expectNoTextInStatements() {
      expect(statements.size).toBeGreaterThan(0)
      const isFromInput = (statement: string) => [MARK, INJECTION].some((part) => statement.includes(part))
      expect([...statements].filter(isFromInput)).toEqual([])
    },
  }
}
