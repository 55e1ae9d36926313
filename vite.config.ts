import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { firstScript } from './scripts/first-script.ts'
import { leafletUnderTrustedTypes } from './scripts/leaflet-trusted-types.ts'

/** The web application: `web/` to `build/web/`. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), leafletUnderTrustedTypes(), firstScript()],
  // The page names its files from the root, which the server changes where the product has a base path. All else is relative.
  experimental: { renderBuiltUrl: (_file, { hostType }) => ({ relative: hostType !== 'html' }) },
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
