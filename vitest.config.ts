import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const TESTS = '{contract,server,web,scripts}/**/*.test.{ts,tsx}'
/** Tests that start programs, and kill them. */
const PROCESS_TESTS = 'server/**/*.process.test.ts'
/** Tests that take up to an hour. */
const LONG_TESTS = '**/*.long.test.ts'

/** Long files first, so that none is left to run alone at the end: those that start programs, then those that open data folders. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.name === 'processes' ? 0 : moduleId.includes('/server/database/') ? 1 : 2
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const EVERY_PROJECT = {
  // Test files share their loaded modules and idle database engines: half the work of loading them for every file.
  isolate: false,
  // A fixed zone, so that tests of local days do not depend on the machine.
  env: { TZ: 'Europe/Berlin' },
  // Otherwise a stylesheet that a test reads as text would be empty.
  css: { include: [/\.css\?raw$/] },
  // Long, so that only tests that hang are stopped, also on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 90_000 } },
}

export default defineConfig({
  test: {
    projects: [
      { test: { ...EVERY_PROJECT, name: 'modules', include: [TESTS], exclude: [PROCESS_TESTS, LONG_TESTS] } },
      {
        test: {
          ...EVERY_PROJECT,
          name: 'processes',
          include: [PROCESS_TESTS],
          globalSetup: 'scripts/build-for-tests.js',
        },
      },
    ],
    tags: [{ name: 'postgresql', description: 'Tests on PostgreSQL: see server/testing/database.ts' }],
    // One more than processors: tests that start programs or write to disk wait much of their time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
  },
})
