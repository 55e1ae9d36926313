import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

import { mergeConfig } from 'vite'

import programs from './vite.programs.config.ts'

/** Files that get their own bundle beside `main.js`: the commands, the worker threads, and what the build itself runs. */
function entries(): Record<string, string> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter(
      (file) =>
        file === 'server/main.ts' ||
        /\/commands\/[a-z-]+\.ts$|-worker\.ts$|\/make-empty-database\.ts$/.test(file),
    )
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

/** Packages that find their own files beside them: compiled code, the files of the engine, the start of a thread. `pg` can do without the last. */
const IN_NODE_MODULES = ['@electric-sql/pglite', '@node-rs/argon2', 'tinypool', 'pg-native']

/** The server, its commands and its worker threads: `server/` to `build/server/`. The other packages are built in (decision 145). */
export default mergeConfig(programs, {
  ssr: { noExternal: true, external: IN_NODE_MODULES },
  build: {
    outDir: 'build/server',
    emptyOutDir: true,
    rolldownOptions: { input: entries() },
  },
})
