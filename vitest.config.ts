import { defineConfig } from 'vitest/config'

const TESTS = '{contract,server,web,scripts}/**/*.test.{ts,tsx}'
/** Tests that start the built product. */
const PROCESS_TESTS = 'server/**/*.process.test.ts'
/** Tests that take up to an hour. */
const LONG_TESTS = '**/*.long.test.ts'

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'modules', include: [TESTS], exclude: [PROCESS_TESTS, LONG_TESTS] } },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [PROCESS_TESTS],
          globalSetup: 'scripts/build-for-tests.js',
        },
      },
    ],
    // Test files share their loaded modules and idle database engines: half the work of loading them for every file.
    isolate: false,
    // A fixed zone, so that tests of local days do not depend on the machine.
    env: { TZ: 'Europe/Berlin' },
    // Otherwise a stylesheet that a test reads as text would be empty.
    css: { include: [/\.css\?raw$/] },
    // Otherwise one of two processors would be idle.
    maxWorkers: '100%',
    // Long, so that only tests that hang are stopped, also on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
})
