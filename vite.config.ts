import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { firstScript } from './scripts/first-script.ts'
import { guide } from './scripts/guide.ts'
import { leafletUnderTrustedTypes } from './scripts/leaflet-trusted-types.ts'

/** A shared script is named after all that use it: `shared~model-page~dashboard-page`. */
const withoutEntries = (name: string) => name.replace(/~.*|\.[a-z0-9]+$/, '')

/** The web application: `web/` to `build/web/`. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), leafletUnderTrustedTypes(), firstScript(), guide()],
  // The page names its files from the root, which the server changes where the product has a base path. All else is relative.
  experimental: { renderBuiltUrl: (_file, { hostType }) => ({ relative: hostType !== 'html' }) },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // One file of 17 kB compressed: a script with styles of its own would wait for them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every script costs a request, also when it is kept: what the same pages share is one script, and the smallest join others.
        // Joining larger ones makes the sign-in page load what only the pages behind it need: 161 kB instead of 81 (decision 11).
        codeSplitting: {
          groups: [
            // Split over shared scripts that import each other, its schemas would be made before what they are made of.
            {
              name: 'contract',
              test: /contract\/(areas|query|dictionary|forecast|settings|status)\.ts$/,
              priority: 1,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 2000 },
          ],
        },
        chunkFileNames: ({ name }) => `assets/${withoutEntries(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${withoutEntries(name)}-[hash][extname]`,
      },
    },
  },
})
