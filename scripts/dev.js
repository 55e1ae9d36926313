/*
 * `npm run dev`: pages from Vite's development server, and calls from our server behind it, rebuilt and
 * restarted at every change. `--entsoe` reads from a simulated ENTSO-E into its own data folder.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

import { installPackages } from './install-packages.js'

installPackages()
const { build, createServer } = await import('vite')

const pagesPort = Number(process.env.PORT || 3000)
const serverPort = pagesPort + 1
const settings = process.argv.includes('--entsoe') ? await startEntsoe() : {}
let server = null

/** The service ends with this process. Returns the settings for its use. */
async function startEntsoe() {
  const input = 'server/testing/services/entsoe-process.ts'
  const outDir = 'build/dev'
  const configFile = 'vite.programs.config.ts'
  await build({ configFile, logLevel: 'warn', build: { outDir, rolldownOptions: { input } } })
  const words = ['build/dev/entsoe-process.js']
  const service = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => service.kill())
  const [line] = await once(createInterface(service.stdout), 'line')
  return { DATA_DIR: 'build/dev-data', ...JSON.parse(line) }
}

function startServer() {
  // A build empties its folder. New data folders are copied from this one.
  if (!existsSync('build/server/empty-database'))
    spawnSync(process.execPath, ['build/server/make-empty-database.js'], { stdio: 'inherit' })
  server = spawn(process.execPath, ['build/server/main.js'], {
    stdio: 'inherit',
    env: { ...process.env, ...settings, PORT: String(serverPort) },
  })
}

async function stopServer() {
  if (server === null || server.exitCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await exited
}

/** The old server must close its database before the new one opens it. */
async function restartServer() {
  await stopServer()
  startServer()
}

const watcher = await build({ configFile: 'vite.server.config.ts', logLevel: 'warn', build: { watch: {} } })
let restarting = Promise.resolve()
watcher.on('event', (event) => {
  if (event.code === 'END') restarting = restarting.then(restartServer)
  if (event.code === 'ERROR') console.error(event.error)
})

const target = `http://127.0.0.1:${serverPort}`
const paths = [
  '/oauth2',
  // Not all of `/api`: here the pages' own modules in `web/api` have such addresses.
  '/api/v1',
  '/energia',
  '/settings.json',
  '/livez',
  '/readyz',
  '/metrics',
  '/openapi.json',
]
const pages = await createServer({
  server: {
    host: '127.0.0.1',
    port: pagesPort,
    strictPort: true,
    proxy: Object.fromEntries(paths.map((path) => [path, { target }])),
  },
})
await pages.listen()
console.log(`Energy Metrics, development: http://127.0.0.1:${pagesPort} (its server: ${target})`)

/** Stops the server first, because it has a database to close. */
async function stop() {
  await stopServer()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
