import { fileURLToPath } from 'node:url'

import closeWithGrace from 'close-with-grace'

import { createApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { createLogger } from './logger.ts'
import { createClosingPart } from './readiness.ts'

/** Stops the start with one line: what a person must mend before the server can run. */
function refuseStart(sentence: string): never {
  process.stderr.write(`Energy Metrics cannot start: ${sentence}\n`)
  process.exit(1)
}

function readConfigOrStop(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) refuseStart(error.message)
    throw error
  }
}

const config = readConfigOrStop()
const logger = createLogger(config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
const closing = createClosingPart()
const app = await createApp({
  config,
  logger,
  pagesFolder: fileURLToPath(new URL('../web', import.meta.url)),
  readiness: [closing],
})

try {
  await app.listen({ port: config.PORT, host: config.HOST })
} catch (error) {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    refuseStart(`port ${config.PORT} is in use; stop the other program or set PORT.`)
  throw error
}

closeWithGrace({ delay: 10_000, logger }, async ({ err }) => {
  if (err) logger.fatal({ err }, 'unexpected failure')
  closing.beginClosing()
  await app.close()
})
