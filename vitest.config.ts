import { defineConfig } from 'vitest/config'

const TESTS = '{contract,server,web,scripts}/**/*.test.{ts,tsx}'
/** Tests that start the built product. */
const PROCESS_TESTS = 'server/**/*.process.test.ts'

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'modules', include: [TESTS], exclude: [PROCESS_TESTS] } },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [PROCESS_TESTS],
          globalSetup: 'scripts/build-for-tests.js',
        },
      },
    ],
    // Else a stylesheet read as text, to be tested itself, is empty.
    css: { include: [/\.css\?raw$/] },
    // Else one of two processors stands idle.
    maxWorkers: '100%',
    // These only end what hangs: a busy machine is given its time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
})
