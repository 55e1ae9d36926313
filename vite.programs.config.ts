import { defineConfig } from 'vite'

/** How programs for Node.js are built: the server, and what tests and benchmarks run. Packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    },
  },
})
