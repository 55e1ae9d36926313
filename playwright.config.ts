import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { RECEIVER_PORT, SERVER_PORT, TILE_SETTINGS } from './e2e/testing/addresses.ts'
import { CLOCK_SETTINGS } from './e2e/testing/moved-clock.ts'
import { SPECIFIED_TESTS } from './scripts/specification-index.js'
import { CHROMIUM_ARGUMENTS, findChromium } from './scripts/system-packages.js'

const executablePath = findChromium()

const asPattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * What `npm test` runs: the tests that the index of the specification names, of those by mouse and by keyboard the ones by mouse,
 * and a walk through every page. Playwright compares it with `project file title`.
 */
const FIRST_TESTS = [
  /app\/walk\.spec\.ts/,
  ...SPECIFIED_TESTS.filter(({ file }) => file.startsWith('e2e/')).flatMap(({ file, titles }) =>
    titles.map(
      (title) =>
        new RegExp(
          `^(?!.* by keyboard, ).*${asPattern(`${file.slice('e2e/'.length)} `)}.*${asPattern(title)}`,
        ),
    ),
  ),
]

/** The built product with its own fresh database, in a real browser. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/testing/tile-server.ts',
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
  projects: [
    { name: 'specified', grep: FIRST_TESTS },
    { name: 'rest', grepInvert: FIRST_TESTS },
  ],
  use: {
    // The next test has the page of the last one, whose code is compiled. What a test stores is cleared.
    reuseContext: true,
    baseURL: `http://127.0.0.1:${SERVER_PORT}`,
    // Placeholders that pulse keep the browser drawing. The tests of the map and of the layout run with motion.
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    permissions: ['clipboard-read', 'clipboard-write'],
    // Recording every run would take a tenth of the duration.
    trace: { mode: 'on-first-retry', screenshots: false, sources: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Pages live for seconds here: compiling their code a second and third time costs more than it saves.
      args: [...CHROMIUM_ARGUMENTS, '--js-flags=--no-maglev,--no-turbofan'],
    },
  },
  webServer: {
    command: 'node build/server/main.js',
    url: `http://127.0.0.1:${SERVER_PORT}/readyz`,
    // It fills its database with demo data first: 20 s on a quiet machine, minutes on a busy one.
    timeout: 600_000,
    env: {
      PORT: String(SERVER_PORT),
      DATA_DIR: join(tmpdir(), `energy-metrics-e2e-${process.pid}`),
      ADMIN_USERNAME: 'analyst',
      ADMIN_PASSWORD: 'correct horse battery',
      SOURCE: 'demo',
      // Enough for every page. Each further day, with its past forecasts, takes processor time from the tests.
      BACKFILL_DAYS: '100',
      ALERT_HOSTS: `127.0.0.1:${RECEIVER_PORT}`,
      ...TILE_SETTINGS,
      ...CLOCK_SETTINGS,
    },
  },
})
