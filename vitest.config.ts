import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const TESTS = '{contract,server,web,scripts}/**/*.test.{ts,tsx}'
/** They start programs, and kill them. */
const PROCESS_TESTS = 'server/**/*.process.test.ts'
/** They take up to an hour. */
const LONG_TESTS = '**/*.long.test.ts'

/** Starts long files first, so that none runs alone at the end: tests of programs, then of data folders. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      project.name === 'processes' ? 0 : moduleId.includes('/server/database/') ? 1 : 2
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const EVERY_PROJECT = {
  // Test files share loaded modules and idle database engines, which halves the work.
  isolate: false,
  // Tests of local days must not depend on the machine.
  env: { TZ: 'Europe/Berlin' },
  // Otherwise a stylesheet imported as text would be empty.
  css: { include: [/\.css\?raw$/] },
  // Long, so that only hanging tests are stopped, also on a busy machine.
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
    tags: [
      { name: 'postgresql', description: 'Tests on PostgreSQL: see server/testing/database.ts' },
      { name: 'thorough', description: 'Tests of many cases, which take tens of seconds' },
    ],
    // One more than processors: tests that start programs or write to disk often wait.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
  },
})
