import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { runNpm } from './npm.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = [
  'contract',
  'server',
  'web',
  'docs/guide.md',
  'scripts/guide.ts',
  'scripts/require-node.js',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.programs.config.ts',
  'vite.server.config.ts',
]
const RESULTS = ['build/server/main.js', 'build/server/empty-database/PG_VERSION', 'build/web/index.html']

/** Newest change below a path, epoch milliseconds. Folders count too: removing a file changes them. */
function newestChange(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const below = readdirSync(path, { withFileTypes: true })
    .filter((entry) => !entry.name.includes('.test.'))
    .map((entry) => newestChange(`${path}/${entry.name}`))
  return Math.max(stat.mtimeMs, ...below)
}

export function isBuildStale() {
  if (RESULTS.some((file) => !existsSync(root + file))) return true
  const builtAt = Math.min(...RESULTS.map((file) => statSync(root + file).mtimeMs))
  return SOURCES.some((path) => newestChange(root + path) > builtAt)
}

/** Reports on stderr. Exits if the build fails. */
export function buildWhereStale() {
  if (!isBuildStale()) return
  console.error('Building …')
  const build = runNpm(['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    // Otherwise a test runner's or a shell's value would select the slow development version of React.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (build.status === 0) return
  console.error(build.stdout + build.stderr)
  process.exit(1)
}
