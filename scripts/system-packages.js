import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The full path of the first of these programs that is on the PATH or in one of the folders, or null.
 * @param {string[]} names
 * @param {string[]} folders
 */
export function findProgram(names, folders = []) {
  const searched = [...folders, ...(process.env.PATH ?? '').split(delimiter)]
  for (const name of names) {
    for (const folder of searched) {
      const file = join(folder, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        // Not here: look on.
      }
    }
  }
  return null
}

/**
 * Installs a Debian package where this system has apt and we may; whether it worked.
 * @param {string} name
 */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing the Debian package ${name} …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [['update'], ['install', '--yes', '--no-install-recommends', name]]) {
    const run = spawnSync('apt-get', ['--quiet', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    })
    if (run.status !== 0) return false
  }
  return true
}

/** What Chromium needs to run headless here: as root it refuses its sandbox, and it must not call home. */
export const CHROMIUM_ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Chromium's engine without the parts that need a screen: the same pages in half the time of the whole browser. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const CHROMIUM_NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The path of the Chromium that `CHROMIUM_PATH` names or the system has, the headless shell first, or null. */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] ?? findProgram(CHROMIUM_NAMES)
}

/**
 * Provides a Chromium for the browser tests: Debian's headless shell, else the one that the system has, else Debian's whole browser,
 * else Playwright's download.
 */
export function provideChromium() {
  if (process.env['CHROMIUM_PATH'] || findProgram([HEADLESS_SHELL])) return
  if (installDebianPackage(HEADLESS_SHELL) || findChromium() !== null || installDebianPackage('chromium'))
    return
  execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
}

function postgresFolders() {
  const root = '/usr/lib/postgresql'
  const majors = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return majors.map((major) => join(root, major, 'bin'))
}

/** The folder of PostgreSQL's programs: the system's, else Debian's package. Throws where there is none. */
export function providePostgresPrograms() {
  const find = () => findProgram(['initdb'], postgresFolders())
  const initdb = find() ?? (installDebianPackage('postgresql') ? find() : null)
  if (!initdb) throw new Error('PostgreSQL is needed for the tests: install it and put initdb on the PATH.')
  return join(initdb, '..')
}
