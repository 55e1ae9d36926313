import './require-node.js'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { runNpm } from './npm.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Standard output is reserved for the output of commands. */
const STANDARD_ERROR = 2

/**
 * Installs packages if missing or older than the lock file. Exits if npm fails.
 * Not by `npm ci`, which refuses a lock file without the binaries of other systems; some registries lack
 * those.
 */
export function installPackages() {
  const installed = `${root}node_modules/.package-lock.json`
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs)
    return
  console.error('Installing packages …')
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--no-json']
  const { status } = runNpm(words, {
    cwd: root,
    stdio: ['inherit', STANDARD_ERROR, STANDARD_ERROR],
  })
  if (status !== 0) process.exit(status ?? 1)
}
