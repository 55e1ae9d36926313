import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts}/**/*.test.{ts,tsx}'],
    // Else a stylesheet read as text, to be tested itself, is empty.
    css: { include: [/\.css\?raw$/] },
    // Else one of two processors stands idle.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
