import * as fc from 'fast-check'
import { expect } from 'vitest'

import { TOKEN_PATH } from '#contract/token.ts'
import { userNameKey } from '#contract/users.ts'
import { openSignedInApp, TEST_USER } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { recordStatements, text } from './texts.ts'

const START_UTC = Date.UTC(2026, 10, 20, 12)
const HOUR_MS = 3_600_000

const { username, password } = TEST_USER
const field = fc.oneof(
  fc.tuple(fc.constant('username'), fc.oneof(fc.constantFrom(username, 'JANE', ' jane'), text)),
  fc.tuple(fc.constant('password'), fc.oneof(fc.constantFrom(password, `${password} `), text)),
  fc.tuple(fc.constant('grant_type'), fc.oneof(fc.constant('password'), text)),
  fc.tuple(fc.oneof(fc.constantFrom('scope', 'Username', 'username[]'), text), text),
)

/** Fields in any number and order, or text that is not a form. */
const form = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(field, { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString()),
  },
  { weight: 1, arbitrary: text },
)

/** True if a form has the name and the password of the user of the tests, once each, and no other grant type. */
function isRight(payload: string): boolean {
  const fields = new URLSearchParams(payload)
  const [names, passwords, types] = ['username', 'password', 'grant_type'].map((key) => fields.getAll(key))
  return (
    names?.length === 1 &&
    userNameKey(names[0] ?? '') === userNameKey(username) &&
    passwords?.length === 1 &&
    passwords[0] === password &&
    types?.every((type) => type === 'password') === true &&
    types.length <= 1
  )
}

/**
 * Sends `runs` generated forms to the sign-in: the right name and password get in, nothing else does, no answer is our failure, and
 * no text is in the SQL.
 */
export async function checkGeneratedForms(runs: number): Promise<void> {
  const { database, expectNoTextInStatements } = recordStatements(await openTestDatabase())
  const time = { now: START_UTC }
  const app = await openSignedInApp(database, () => time.now)
  await fc.assert(
    fc.asyncProperty(form, async (payload) => {
      // Long enough for the throttle to start again: what is tried here is the form, and a 429 would hide its answer.
      time.now += HOUR_MS
      const { statusCode } = await app.server.inject({
        method: 'POST',
        url: TOKEN_PATH,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
      expect(isRight(payload) ? [200] : [400, 401, 413]).toContain(statusCode)
    }),
    { numRuns: runs },
  )
  expectNoTextInStatements()
}
