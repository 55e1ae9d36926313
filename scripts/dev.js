/*
 * `npm run dev`: serves the pages from Vite's development server and the calls from our server behind it, which is rebuilt and
 * restarted at every change of its sources.
 */
import { spawn } from 'node:child_process'

import { installPackages } from './install-packages.js'

installPackages()
const { build, createServer } = await import('vite')

const pagesPort = Number(process.env.PORT || 3000)
const serverPort = pagesPort + 1
let server = null

function startServer() {
  server = spawn(process.execPath, ['build/server/main.js'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(serverPort) },
  })
}

async function stopServer() {
  if (server === null || server.exitCode !== null) return
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await exited
}

/** The old server must have closed its database before the new one opens it. */
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
  '/api',
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
