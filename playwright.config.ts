import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { CHROMIUM_ARGUMENTS, findChromium } from './scripts/system-packages.js'

const port = Number(process.env['E2E_PORT'] ?? 3210)
const executablePath = findChromium()

/** The built product with its own fresh database, in a real browser. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only the second time is reported as flaky, with the trace of its second run.
  retries: 1,
  forbidOnly: true,
  // Long, so that only tests that hang are stopped, also on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    // Recording every run would take a tenth of the duration.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: CHROMIUM_ARGUMENTS,
    },
  },
  webServer: {
    command: 'node build/server/main.js',
    url: `http://127.0.0.1:${port}/readyz`,
    // It fills its database with demo data first: 20 s on a quiet machine, minutes on a busy one.
    timeout: 600_000,
    env: {
      PORT: String(port),
      DATA_DIR: join(tmpdir(), `energy-metrics-e2e-${process.pid}`),
      ADMIN_USERNAME: 'analyst',
      ADMIN_PASSWORD: 'correct horse battery',
      SOURCE: 'demo',
      // Enough for every page. Two years would take the processors from the tests for half a minute more.
      BACKFILL_DAYS: '240',
      // Where a test of alerts listens.
      ALERT_HOSTS: `127.0.0.1:${port + 1000}`,
    },
  },
})
