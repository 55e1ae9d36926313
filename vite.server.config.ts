import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

import { mergeConfig } from 'vite'

import programs from './vite.programs.config.ts'

/** Files that get their own bundle beside `main.js`: the commands and the worker threads. */
function entries(): Record<string, string> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file === 'server/main.ts' || /\/commands\/[a-z-]+\.ts$|-worker\.ts$/.test(file))
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

/** The server, its commands and its worker threads: `server/` to `build/server/`. */
export default mergeConfig(programs, {
  build: {
    outDir: 'build/server',
    emptyOutDir: true,
    rolldownOptions: { input: entries() },
  },
})
