/*
 * `npm test`: checks everything on a machine that has only Node and npm. Provides the packages, Chromium and PostgreSQL,
 * then runs `npm run check`, or the check that is named, with any further words: `npm run test:long -- kills` runs only those tests.
 */
import { spawnSync } from 'node:child_process'

import { installPackages } from './install-packages.js'
import { startPostgresServer } from './postgres-server.js'
import { provideChromium } from './system-packages.js'

const [check = 'check', ...words] = process.argv.slice(2)
installPackages()
provideChromium()
const postgres = await startPostgresServer()
let status = 1
try {
  const environment = { ...process.env, TEST_DATABASE_URL: postgres.url }
  status =
    spawnSync('npm', ['run', check, '--', ...words], { stdio: 'inherit', env: environment }).status ?? 1
} finally {
  postgres.stop()
}
process.exitCode = status
