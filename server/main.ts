import { fileURLToPath } from 'node:url'

import pRetry from 'p-retry'

import { createApp, type App } from './app.ts'
import { closeGracefully } from './close-gracefully.ts'
import { readConfig, type Config } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open-database.ts'
import { DatabaseError, StartError } from './errors.ts'
import { createLogger } from './logger.ts'
import { browserAddress, welcomeLines } from './terminal/welcome.ts'

const isTerminal = process.stdout.isTTY
await start().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`Energy Metrics cannot start: ${error.message}\n`)
  process.exit(1)
})

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const logger = createLogger(config.LOG_LEVEL ?? (isTerminal ? 'warn' : 'info'))
  const database = await openDatabase(
    config.DATABASE_URL === undefined ? { dataDir: config.DATA_DIR } : { url: config.DATABASE_URL },
  )
  const app = await createApp({
    config,
    database,
    clock: Date.now,
    logger,
    pagesFolder: fileURLToPath(new URL('../web', import.meta.url)),
  })
  await listen(app, config, database)
  closeGracefully(async () => {
    app.beginClosing()
    await app.server.close()
    await database.close()
  }, logger)
  await welcome(app, config)
}

async function listen({ server }: App, config: Config, database: Database): Promise<void> {
  try {
    await server.listen({ port: config.PORT, host: config.HOST })
  } catch (error) {
    await server.close()
    await database.close()
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE')
      throw new StartError(`port ${config.PORT} is in use: stop the other program, or set PORT.`)
    if (code === 'EACCES') throw new StartError(`port ${config.PORT} is not allowed to this user: set PORT.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`HOST ${config.HOST} is no address of this machine.`)
    throw error
  }
}

/** Makes the first user as soon as the database answers, and says how to sign in. */
async function welcome(app: App, config: Config): Promise<void> {
  const firstUser = await pRetry(() => app.makeFirstUser(), {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 250,
    maxTimeout: 4000,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof DatabaseError,
  })
  const address = browserAddress(config.HOST, Number(new URL(app.server.listeningOrigin).port))
  process.stdout.write(`${welcomeLines(address, firstUser).join('\n')}\n`)
}
