import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { mergeConfig, type Plugin } from 'vite'

import programs from './vite.programs.config.ts'

/** Started by users: the server and the commands. */
const PROGRAM = /^server\/(main|commands\/[a-z-]+)\.ts$/
/** Started by programs and the build: worker threads, and the maker of the empty database. */
const STARTED_BY_US = /-worker\.ts$|\/make-empty-database\.ts$/

/** Entry files by bundle name. A program's is `program-NAME`, because `NAME.js` checks the Node.js version first. */
function entries(): Record<string, string> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => PROGRAM.test(file) || STARTED_BY_US.test(file))
  return Object.fromEntries(
    files.map((file) => [`${PROGRAM.test(file) ? 'program-' : ''}${basename(file, '.ts')}`, file]),
  )
}

/** The check runs on an old Node.js, which could not even load the program. */
function beginWithNodeCheck(): Plugin {
  return {
    name: 'begin-with-node-check',
    generateBundle() {
      const check = readFileSync('scripts/require-node.js', 'utf8')
      for (const program of Object.keys(entries()).filter((name) => name.startsWith('program-'))) {
        const source = `${check}import('./${program}.js').catch(endByFailure)\n`
        this.emitFile({ type: 'asset', fileName: `${program.slice('program-'.length)}.js`, source })
      }
    },
  }
}

/**
 * Packages that need their own files: compiled code, the engine's files, the start of a thread. `pg` works
 * without `pg-native`.
 */
const IN_NODE_MODULES = ['@electric-sql/pglite', '@node-rs/argon2', 'tinypool', 'pg-native']

/** `server/` to `build/server/`. Other packages are bundled (decision 11). */
export default mergeConfig(programs, {
  plugins: [beginWithNodeCheck()],
  ssr: { noExternal: true, external: IN_NODE_MODULES },
  build: {
    outDir: 'build/server',
    emptyOutDir: true,
    rolldownOptions: { input: entries() },
  },
})
