import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const OLDEST_NODE = [20, 19]
/** Standard output is reserved for the output of commands. */
const STANDARD_ERROR = 2

/** Exits with one line if this Node.js is too old. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return
  console.error(
    `Energy Metrics needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`,
  )
  process.exit(1)
}

/**
 * Installs the packages of the lock file if they are missing or older than it. Exits if npm fails.
 * It does not use `npm ci`, which refuses a lock file without the binaries of other systems; not every registry has those.
 */
export function installPackages() {
  requireNode()
  const installed = `${root}node_modules/.package-lock.json`
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${root}package-lock.json`).mtimeMs)
    return
  console.error('Installing packages …')
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = spawnSync('npm', words, {
    cwd: root,
    stdio: ['inherit', STANDARD_ERROR, STANDARD_ERROR],
  })
  if (status !== 0) process.exit(status ?? 1)
}
