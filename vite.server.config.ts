import { readdirSync } from 'node:fs'
import { basename } from 'node:path'

import { defineConfig } from 'vite'

/** Files that get their own bundle beside `main.js`: the commands and the worker threads. */
function entries(): Record<string, string> {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => `server/${file.replaceAll('\\', '/')}`)
    .filter((file) => file === 'server/main.ts' || /\/commands\/[a-z-]+\.ts$|-worker\.ts$/.test(file))
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

/** The server, its commands and its worker threads: `server/` to `build/server/`, packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/server',
    emptyOutDir: true,
    rolldownOptions: {
      input: entries(),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    },
  },
})
