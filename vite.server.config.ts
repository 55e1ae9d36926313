import { defineConfig } from 'vite'

/** The server and its worker threads: `server/` to `build/server/`, packages left to Node. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/server',
    emptyOutDir: true,
    rollupOptions: {
      input: { main: 'server/main.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
})
