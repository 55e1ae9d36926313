import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The full path of the first program found in the folders or on the PATH, or null.
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
        // Not here: try the next.
      }
    }
  }
  return null
}

/**
 * Needs apt and root. Returns whether it worked.
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

/**
 * Installs the Debian package if necessary. Throws if the program is missing.
 * @param {string} name
 * @param {string} [packageName]
 */
export function provideProgram(name, packageName = name) {
  const find = () => findProgram([name], ['/usr/sbin'])
  const path = find() ?? (installDebianPackage(packageName) ? find() : null)
  if (path === null) throw new Error(`${name} is needed: install ${packageName}.`)
  return path
}

/** Chromium's sandbox does not work as root, and its background requests would disturb the tests. */
export const CHROMIUM_ARGUMENTS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Chromium's engine without a screen, faster than the whole browser. */
const HEADLESS_SHELL = 'chromium-headless-shell'
const CHROMIUM_NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** `CHROMIUM_PATH`, or an installed one, preferably the headless shell; null if there is none. */
export function findChromium() {
  return process.env['CHROMIUM_PATH'] ?? findProgram(CHROMIUM_NAMES)
}

/**
 * Tries in this order: an installed headless shell, Debian's headless shell, any installed Chromium, Debian's
 * Chromium, Playwright's download.
 */
export function provideChromium() {
  if (process.env['CHROMIUM_PATH'] || findProgram([HEADLESS_SHELL])) return
  if (installDebianPackage(HEADLESS_SHELL) || findChromium() !== null || installDebianPackage('chromium'))
    return
  const playwright = fileURLToPath(import.meta.resolve('@playwright/test/cli'))
  execFileSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'inherit' })
}

function postgresFolders() {
  const root = '/usr/lib/postgresql'
  const majors = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return majors.map((major) => join(root, major, 'bin'))
}

/** The folder of initdb, installed from Debian if necessary. Throws if there is none. */
export function providePostgresPrograms() {
  const find = () => findProgram(['initdb'], postgresFolders())
  const initdb = find() ?? (installDebianPackage('postgresql') ? find() : null)
  if (!initdb) throw new Error('PostgreSQL is needed for the tests: install it and put initdb on the PATH.')
  return join(initdb, '..')
}

/** Debian packages of the other browsers and their drivers. */
const OTHER_ENGINES = { Firefox: ['firefox-esr'], WebKitGTK: ['webkit2gtk-driver', 'xvfb', 'xauth'] }

function firefox() {
  return findProgram(['firefox-esr', 'firefox'])
}

/** Driver, small browser and virtual screen of WebKitGTK. */
function webkitgtk() {
  const root = '/usr/lib'
  const folders = existsSync(root) ? readdirSync(root).map((name) => join(root, name, 'webkit2gtk-4.1')) : []
  const [driver, browser, screen] = [
    findProgram(['WebKitWebDriver']),
    findProgram(['MiniBrowser'], folders),
    findProgram(['xvfb-run']),
  ]
  return driver && browser && screen ? { driver, browser, screen } : null
}

/**
 * @template Found
 * @param {keyof typeof OTHER_ENGINES} name
 * @param {() => Found | null} find
 * @returns {Found}
 */
function provideEngine(name, find) {
  const packages = OTHER_ENGINES[name]
  const found = find() ?? (packages.every(installDebianPackage) ? find() : null)
  if (found === null) throw new Error(`${name} is needed for the tests: install ${packages.join(', ')}.`)
  return found
}

/** Throws if there is none. */
export const provideFirefox = () => provideEngine('Firefox', firefox)

/** Throws if there are none. */
export const provideWebkitgtk = () => provideEngine('WebKitGTK', webkitgtk)
