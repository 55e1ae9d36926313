import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { RECEIVER_PORT, SERVER_PORT, TILE_SETTINGS } from './e2e/testing/addresses.ts'
import { CLOCK_SETTINGS } from './e2e/testing/moved-clock.ts'
import { CHROMIUM_ARGUMENTS, findChromium } from './scripts/system-packages.js'

const executablePath = findChromium()

/**
 * Run by `npm test`: tests that name lines of the specification (by mouse, if there is a keyboard variant too),
 * and a walk through every page. Playwright compares with `project file title`.
 */
const FIRST_TESTS = [/app\/walk\.spec\.ts/, /^(?!.* by keyboard, ).*@§/]

/** The built product with its own fresh database. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/testing/tile-server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // A test that passes only the second time is reported as flaky, with a trace.
  retries: 1,
  forbidOnly: true,
  // Long, so that only hanging tests are stopped, also on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line']],
  projects: [
    { name: 'specified', grep: FIRST_TESTS },
    { name: 'rest', grepInvert: FIRST_TESTS },
  ],
  use: {
    // Keeps the compiled code of the last test's page; stored data is cleared.
    reuseContext: true,
    baseURL: `http://127.0.0.1:${SERVER_PORT}`,
    // Pulsing placeholders keep the browser drawing. Tests of the map and of the layout run with motion.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Recording every run would take a tenth of the duration.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Pages live for seconds: compiling their code again costs more than it saves.
      args: [...CHROMIUM_ARGUMENTS, '--js-flags=--no-maglev,--no-turbofan'],
    },
  },
  webServer: {
    command: 'node build/server/main.js',
    url: `http://127.0.0.1:${SERVER_PORT}/readyz`,
    // Filling the database with demo data takes 20 s on a quiet machine, minutes on a busy one.
    timeout: 600_000,
    env: {
      PORT: String(SERVER_PORT),
      DATA_DIR: join(tmpdir(), `energy-metrics-e2e-${process.pid}`),
      ADMIN_USERNAME: 'analyst',
      ADMIN_PASSWORD: 'correct horse battery',
      SOURCE: 'demo',
      // Enough for every page; each further day takes processor time from the tests.
      BACKFILL_DAYS: '100',
      ALERT_HOSTS: `127.0.0.1:${RECEIVER_PORT}`,
      ...TILE_SETTINGS,
      ...CLOCK_SETTINGS,
    },
  },
})
