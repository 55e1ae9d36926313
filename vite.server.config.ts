import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

import { mergeConfig, type Plugin } from 'vite'

import programs from './vite.programs.config.ts'

/** Files that people start: the server and the commands. */
const PROGRAM = /^server\/(main|commands\/[a-z-]+)\.ts$/
/** Files that the programs and the build start: worker threads, and what makes the empty database. */
const STARTED_BY_US = /-worker\.ts$|\/make-empty-database\.ts$/

/** Files that get their own bundle, by its name. A program's is `program-NAME`, because `NAME.js` looks at the Node.js first. */
function entries(): Record<string, string> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => PROGRAM.test(file) || STARTED_BY_US.test(file))
  return Object.fromEntries(
    files.map((file) => [`${PROGRAM.test(file) ? 'program-' : ''}${basename(file, '.ts')}`, file]),
  )
}

/** Begins every program with a check that an old Node.js can read. It could not even load the program itself. */
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

/** Packages that find their own files beside them: compiled code, the files of the engine, the start of a thread. `pg` can do without the last. */
const IN_NODE_MODULES = ['@electric-sql/pglite', '@node-rs/argon2', 'tinypool', 'pg-native']

/** The server, its commands and its worker threads: `server/` to `build/server/`. The other packages are built in (decision 11). */
export default mergeConfig(programs, {
  plugins: [beginWithNodeCheck()],
  ssr: { noExternal: true, external: IN_NODE_MODULES },
  build: {
    outDir: 'build/server',
    emptyOutDir: true,
    rolldownOptions: { input: entries() },
  },
})
