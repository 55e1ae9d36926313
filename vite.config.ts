import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { firstScript } from './scripts/first-script.ts'
import { guide } from './scripts/guide.ts'
import { leafletUnderTrustedTypes } from './scripts/leaflet-trusted-types.ts'

/** Shared scripts are named after all their users: `shared~model-page~dashboard-page`. */
const withoutEntries = (name: string) => name.replace(/~.*|\.[a-z0-9]+$/, '')

/** `web/` to `build/web/`. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), leafletUnderTrustedTypes(), firstScript(), guide()],
  // The page's files have absolute paths, which the server changes for a base path; all others are relative.
  experimental: { renderBuiltUrl: (_file, { hostType }) => ({ relative: hostType !== 'html' }) },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One file of 17 kB compressed: a script with its own styles would wait for them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every script costs a request, even from the cache (decision 11). The sign-in page loads only the first. A group
        // imports only from those above it: scripts that import each other would run before their parts.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'contract', test: /\/(contract|zod)\//, minShareCount: 2, priority: 2 },
            {
              name: 'ui',
              test: /\/node_modules\/(?!uplot)|\/web\/(ui|api|zone)\//,
              minShareCount: 2,
              priority: 1,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${withoutEntries(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${withoutEntries(name)}-[hash][extname]`,
      },
    },
  },
})
