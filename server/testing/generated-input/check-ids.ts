import * as fc from 'fast-check'
import { expect } from 'vitest'

import { ALERTS_PATH } from '#contract/alerts.ts'
import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { KEYS_PATH } from '#contract/keys.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { recordStatements, text } from './texts.ts'

const NOW_UTC = Date.UTC(2026, 10, 20, 12)

/** Each call that has an id in its address. */
const CALLS = [
  { method: 'GET', path: `${DASHBOARDS_PATH}/{id}` },
  { method: 'PATCH', path: `${DASHBOARDS_PATH}/{id}` },
  { method: 'DELETE', path: `${DASHBOARDS_PATH}/{id}` },
  { method: 'DELETE', path: `${KEYS_PATH}/{id}` },
  { method: 'PATCH', path: `${ALERTS_PATH}/{id}` },
  { method: 'DELETE', path: `${ALERTS_PATH}/{id}` },
  { method: 'POST', path: `${ALERTS_PATH}/{id}/test` },
] as const

/** `METHOD /path` of each call that `checkGeneratedIds` tries. */
export const CALLS_WITH_ID = CALLS.map(({ method, path }) => `${method} ${path}`)

/** Ids that nothing has, texts that are not ids, and texts that are not written as an address writes them. */
const id = fc.oneof(
  fc.uuid(),
  text.filter((written) => written !== '\ud800').map(encodeURIComponent),
  fc.stringMatching(/^[!-~]{1,120}$/),
  fc.constantFrom('*', '*/', ':id', '.', '..', '%2f', '%zz', 'x'.repeat(300)),
)

/** Sends `runs` generated ids to every call: nothing is found, no answer is our failure, no text is in the SQL. */
export async function checkGeneratedIds(runs: number): Promise<void> {
  const { database, expectNoTextInStatements } = recordStatements(await openTestDatabase())
  const app = await openSignedInApp(database, () => NOW_UTC)
  const headers = { authorization: `Bearer ${await app.signIn()}` }
  let asked = 0
  await fc.assert(
    fc.asyncProperty(id, async (written) => {
      for (const { method, path } of CALLS) {
        asked += 1
        // Requests for unknown addresses are limited by network.
        const remoteAddress = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
        const url = path.replace('{id}', () => written)
        const payload = method === 'PATCH' ? { name: 'Another name' } : undefined
        const { statusCode } = await app.server.inject({
          method,
          url,
          headers,
          remoteAddress,
          ...(payload && { payload }),
        })
        expect([400, 404, 405, 414]).toContain(statusCode)
      }
    }),
    { numRuns: runs },
  )
  expectNoTextInStatements()
}
