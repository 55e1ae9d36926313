import { defineConfig } from 'vite'

/** Programs for Node.js: the server, and programs of tests and benchmarks. Packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    },
  },
})
