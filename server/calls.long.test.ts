import { describe, test } from 'vitest'

import { callsWithInput, checkIds, checkInput } from '#server/testing/generated-input/check-calls.ts'
import { checkGeneratedForms } from '#server/testing/generated-input/check-sign-in.ts'

/** BODIES=1000 makes a short run of it. */
const RUNS = Number(process.env['BODIES'] ?? 100_000)
const TIMEOUT_MS = 6 * 3_600_000

describe(`${RUNS} generated inputs`, { timeout: TIMEOUT_MS }, () => {
  test('never fail, and nothing unknown is accepted', async () => {
    for (const call of await callsWithInput()) await checkInput(call, RUNS)
  })

  test('of ids never fail, and find nothing', () => checkIds(RUNS))

  test('of forms sign in only with the right name and password', () => checkGeneratedForms(RUNS))
})
