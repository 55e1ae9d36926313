import { describe, test } from 'vitest'

import { checkGeneratedBodies, checkGeneratedForms, VALID_BODIES } from '#server/testing/generated-bodies.ts'

const RUNS = 300

describe('generated bodies', () => {
  test.each(Object.keys(VALID_BODIES))('%s never fails and accepts nothing unknown', (path) =>
    checkGeneratedBodies(path, RUNS),
  )

  test('no generated form signs anybody in', () => checkGeneratedForms(RUNS))
})
