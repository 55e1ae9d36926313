import { hash } from '@node-rs/argon2'
import * as fc from 'fast-check'
import { expect } from 'vitest'

import { PASSWORD_PATH } from '#contract/password.ts'
import { TokenAnswerSchema } from '#contract/token.ts'
import { openSignedInApp, TEST_USER } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { bodiesLike } from './inputs.ts'
import { recordStatements } from './texts.ts'

const START_UTC = Date.UTC(2026, 10, 20, 12)
const MINUTE_MS = 60_000

/** A hash says itself how much work it takes, and checking most bodies costs that. Of what is tried here nothing depends on it. */
const LITTLE_WORK = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const VALID = { current: TEST_USER.password, next: 'another rather long password' }

/**
 * Sends `runs` generated bodies to the change of a password: only the current password changes it, no answer is our failure, nothing
 * unknown is accepted, and no text is in the SQL.
 */
export async function checkGeneratedPasswords(runs: number): Promise<void> {
  const { database, expectNoTextInStatements } = recordStatements(await openTestDatabase())
  const time = { now: START_UTC }
  const app = await openSignedInApp(database, () => time.now)
  const littleWork = await hash(TEST_USER.password, LITTLE_WORK)
  /** Makes the password of the tests the current one, without ending a session. */
  const setPasswordBack = () => database.query('UPDATE app_user SET password_hash = $1', [littleWork])
  let token = ''
  let signedInAt = -Infinity

  async function send(payload: string): Promise<number> {
    // Long enough for the throttle to start again: what is tried here is the body, and a 429 would hide its answer.
    time.now += 6 * MINUTE_MS
    if (time.now > signedInAt + 600 * MINUTE_MS) {
      token = await app.signIn()
      signedInAt = time.now
      // The sign-in has made a hash of full work of it.
      await setPasswordBack()
    }
    const answer = await app.post(PASSWORD_PATH, payload, { authorization: `Bearer ${token}` })
    if (answer.statusCode === 200) {
      token = TokenAnswerSchema.parse(answer.json()).access_token
      signedInAt = time.now
      await setPasswordBack()
    }
    return answer.statusCode
  }

  expect(await send(JSON.stringify(VALID))).toBe(200)
  await fc.assert(
    fc.asyncProperty(bodiesLike(VALID), async ({ payload, hasUnknownKey }) => {
      const hasCurrent = payload.includes(JSON.stringify(TEST_USER.password))
      const refused = hasUnknownKey ? [400, 413] : [400, 403, 413, 422]
      const statuses = hasCurrent && !hasUnknownKey ? [200, ...refused] : refused
      expect(statuses).toContain(await send(payload))
    }),
    { numRuns: runs },
  )
  expectNoTextInStatements()
  expect(Object.keys(Object.prototype)).toEqual([])
}
