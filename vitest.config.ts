import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
