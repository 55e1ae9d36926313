/*
 * `npm test`: everything that must hold, on a machine with Node and npm. Provides the packages, a Chromium and a PostgreSQL,
 * then runs `npm run check`.
 */
import { spawnSync } from 'node:child_process'

import { installPackages } from './install-packages.js'
import { startPostgresServer } from './postgres-server.js'
import { provideChromium } from './system-packages.js'

installPackages()
provideChromium()
const postgres = await startPostgresServer()
let status = 1
try {
  const environment = { ...process.env, TEST_DATABASE_URL: postgres.url }
  status = spawnSync('npm', ['run', 'check'], { stdio: 'inherit', env: environment }).status ?? 1
} finally {
  postgres.stop()
}
process.exitCode = status
