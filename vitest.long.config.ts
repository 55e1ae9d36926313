import { defineConfig } from 'vitest/config'

/** `npm run test:long`: the tests of the normal run, many more times. They take hours. */
export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.long.test.{ts,tsx}'],
    tags: [{ name: 'postgresql' }],
    globalSetup: 'scripts/build-for-tests.js',
    testTimeout: 12 * 3_600_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 90_000 } },
  },
})
