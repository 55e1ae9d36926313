import { describe, test } from 'vitest'

import { CALLS_WITH_BODY, checkGeneratedBodies } from '#server/testing/generated-input/check-bodies.ts'
import { checkGeneratedIds } from '#server/testing/generated-input/check-ids.ts'
import { checkGeneratedParameters } from '#server/testing/generated-input/check-parameters.ts'
import { checkGeneratedPasswords } from '#server/testing/generated-input/check-password.ts'
import { checkGeneratedForms } from '#server/testing/generated-input/check-sign-in.ts'

/** BODIES=1000 makes a short run of it. */
const RUNS = Number(process.env['BODIES'] ?? 100_000)
const TIMEOUT_MS = 3_600_000

describe(`${RUNS} generated inputs`, { timeout: TIMEOUT_MS }, () => {
  test.each(CALLS_WITH_BODY)('%s never fails and accepts nothing unknown', (call) =>
    checkGeneratedBodies(call, RUNS),
  )

  test('ids never fail, and find nothing', () => checkGeneratedIds(RUNS))

  test('parameters never fail and accept nothing unknown', () => checkGeneratedParameters(RUNS))

  test('a generated form signs in only with the right name and password', () => checkGeneratedForms(RUNS))

  test('no generated body changes a password without the current one', () => checkGeneratedPasswords(RUNS))
})
