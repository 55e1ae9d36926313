/*
 * `npm run bench [NAME …]`: builds the product and the benchmarks, provides nginx, PostgreSQL and Chromium, and runs them.
 * `npm run bench first-script` and `-- --table` need neither nginx nor PostgreSQL; see `bench/run.ts`.
 */
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { build } from 'vite'

import { buildWhereStale } from './build-product.js'
import { installPackages } from './install-packages.js'
import { startPostgresServer } from './postgres-server.js'
import { findProgram, installDebianPackage, provideChromium } from './system-packages.js'

installPackages()
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const words = process.argv.slice(2)
const needsServers = words.length === 0 || words.some((word) => word !== 'first-script' && word !== '--table')
if (needsServers && findProgram(['nginx'], ['/usr/sbin']) === null && !installDebianPackage('nginx-light')) {
  console.error('The benchmarks need nginx: install it first.')
  process.exit(1)
}
provideChromium()
buildWhereStale()
await build({
  configFile: 'vite.programs.config.ts',
  logLevel: 'warn',
  build: {
    outDir: 'build/bench',
    rolldownOptions: {
      input: [
        'bench/run.ts',
        'server/database/embedded/engine-worker.ts',
        'server/backend/document-worker.ts',
        'server/testing/services/entsoe-process.ts',
      ],
    },
  },
})
// New data folders are copied from this one.
cpSync('build/server/empty-database', 'build/bench/empty-database', { recursive: true })
if (needsServers) {
  const postgres = await startPostgresServer()
  process.env['TEST_DATABASE_URL'] = postgres.url
  process.once('exit', () => postgres.stop())
}
await import('../build/bench/run.js')
