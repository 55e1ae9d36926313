/*
 * `npm test`: checks everything on a machine that has only Node and npm. Provides the packages, Chromium and PostgreSQL,
 * then runs `npm run check`, or the check that is named: `npm run test:long`.
 */
import { spawnSync } from 'node:child_process'

import { installPackages } from './install-packages.js'
import { startPostgresServer } from './postgres-server.js'
import { provideChromium } from './system-packages.js'

const check = process.argv[2] ?? 'check'
installPackages()
provideChromium()
const postgres = await startPostgresServer()
let status = 1
try {
  const environment = { ...process.env, TEST_DATABASE_URL: postgres.url }
  status = spawnSync('npm', ['run', check], { stdio: 'inherit', env: environment }).status ?? 1
} finally {
  postgres.stop()
}
process.exitCode = status
