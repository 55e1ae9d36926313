import { describe, test } from 'vitest'

import {
  checkGeneratedBodies,
  checkGeneratedForms,
  checkGeneratedParameters,
  VALID_BODIES,
} from '#server/testing/generated-bodies.ts'

/** BODIES=1000 makes a short run of it. */
const RUNS = Number(process.env['BODIES'] ?? 100_000)
const TIMEOUT_MS = 3_600_000

describe(`${RUNS} generated bodies`, { timeout: TIMEOUT_MS }, () => {
  test.each(Object.keys(VALID_BODIES))('%s never fails and accepts nothing unknown', (path) =>
    checkGeneratedBodies(path, RUNS),
  )

  test('of an address never fail and accept nothing unknown', () => checkGeneratedParameters(RUNS))

  test('no generated form signs anybody in', () => checkGeneratedForms(RUNS))
})
