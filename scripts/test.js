/*
 * `npm test`, `npm run test:rest` and `npm run test:long` on a machine with only Node and npm. Provides the
 * packages, Chromium and, where needed, PostgreSQL, Firefox and WebKitGTK, then runs the named check. `npm run
 * test:long -- kills` runs only those tests.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

import { installPackages } from './install-packages.js'
import { runNpm } from './npm.js'
import { startPostgresServer } from './postgres-server.js'
import { provideChromium, provideFirefox, provideWebkitgtk } from './system-packages.js'

const MEMORY_FOLDER = '/dev/shm'
/** The tests of the normal run have up to 1.5 GB of files at a time. */
const ENOUGH_BYTES = 6e9

/** The normal run creates and removes data folders of hundreds of files each. */
function hasMemoryForFiles() {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, freemem()) > ENOUGH_BYTES
}

/** The kills of `npm run test:long` in short: each kind of work is killed once, at a random moment. */
const SHORT_KILLS = {
  KILLS: '1',
  POWER_CUTS: '10',
  SLOW_CLIENTS: '1000',
  SEED: String(Math.floor(Date.now() / 1000)),
}

const [check = '', ...words] = process.argv.slice(2)
const isInMemory = check !== 'check:long' && hasMemoryForFiles()
installPackages()
provideChromium()
const postgres = check === 'check' ? null : await startPostgresServer()
if (check === 'check:rest') {
  provideFirefox()
  provideWebkitgtk()
  console.log(`Killing with SEED=${SHORT_KILLS.SEED}`)
}
const folder = mkdtempSync(join(isInMemory ? MEMORY_FOLDER : tmpdir(), 'energy-metrics-tests-'))
// Root runs PostgreSQL under another account, whose folders are in this one.
chmodSync(folder, 0o755)
// Ctrl-C ends the check; its files, perhaps in memory, are removed below.
process.on('SIGINT', () => {})
let status = 1
try {
  const environment = {
    ...(check === 'check:rest' && SHORT_KILLS),
    ...process.env,
    TMPDIR: folder,
    ...(postgres && { TEST_DATABASE_URL: postgres.url }),
  }
  status = runNpm(['run', check, '--', ...words], { stdio: 'inherit', env: environment }).status ?? 1
} finally {
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = status
