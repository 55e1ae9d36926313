import { fileURLToPath } from 'node:url'

import { PRODUCT_NAME, PRODUCT_VERSION } from '#contract/product.ts'
import { passwordFault } from '#server/auth/passwords.ts'
import { createOwnBackend } from '#server/backend/own-backend.ts'
import { checkPort, closeGracefully, listen } from '#server/http/listening.ts'
import { createMetrics, measureCertificates } from '#server/http/metrics.ts'
import { createLeaving } from '#server/http/readiness.ts'
import { createProgressLine } from '#server/terminal/progress-line.ts'
import { browserAddress, welcomeLines, welcomeRecord } from '#server/terminal/welcome.ts'

import { createApp } from './app.ts'
import { createBackendProxy } from './backend-proxy.ts'
import { misspeltSettings, readConfig, type Config } from './config.ts'
import { isForOwner, StartError } from './errors.ts'
import { createLogger } from './logger.ts'
import { openServerDatabase } from './open-database.ts'

const USAGE = `Usage: node build/server/main.js [--version | --help]
Starts the server. All settings are environment variables; docs/settings.md lists them.`

try {
  answerWords(process.argv.slice(2))
  await start()
} catch (error) {
  if (!isForOwner(error)) throw error
  const sentence = `${PRODUCT_NAME} cannot start: ${error.message}`
  if (process.stderr.isTTY) process.stderr.write(`${sentence}\n`)
  else createLogger('fatal').fatal(sentence)
  process.exit(1)
}

/** Ends the process if it has arguments: settings are environment variables. */
function answerWords([word, ...rest]: readonly string[]): void {
  if (word === undefined) return
  const isVersion = word === '--version' && rest.length === 0
  const isKnown = isVersion || (word === '--help' && rest.length === 0)
  const stream = isKnown ? process.stdout : process.stderr
  stream.write(`${isVersion ? PRODUCT_VERSION : USAGE}\n`)
  process.exit(isKnown ? 0 : 1)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  await refuseWeakPassword(config)
  await checkPort(config)
  const logger = createLogger(config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
  for (const sentence of misspeltSettings(process.env)) logger.warn(sentence)
  const metrics = createMetrics(config)
  measureCertificates(metrics)
  const fillLine = createProgressLine('Filling', 'days', {
    onTenth: (progress) => logger.info(progress, 'days of the past are read'),
  })
  const parts = { config, logger, metrics, clock: Date.now, onFill: fillLine.update }
  const backend =
    config.BACKEND_URL === undefined
      ? createOwnBackend({ ...parts, database: await openServerDatabase(config) })
      : createBackendProxy(config.BACKEND_URL)
  const pagesFolder = fileURLToPath(new URL('../web', import.meta.url))
  const leaving = createLeaving()
  const server = await createApp({ config, backend, leaving, logger, metrics, pagesFolder })
  const close = async () => {
    await server.close()
    await backend.close()
    fillLine.end()
  }
  const closeAndThrow = async (error: unknown) => {
    await close()
    throw error
  }
  await listen(server, config).catch(closeAndThrow)
  const { announce } = leaving
  closeGracefully({ announce, announcedForMs: config.DRAIN_S * 1000, close, logger })

  const signIn = await backend.start().catch(closeAndThrow)
  const origin = browserAddress(config.HOST, Number(new URL(server.listeningOrigin).port))
  const address = `${origin}${config.BASE_PATH}`
  if (process.stdout.isTTY) process.stdout.write(`${welcomeLines(address, signIn).join('\n')}\n`)
  // At any log level: a generated password is shown only here.
  else createLogger('info').info(welcomeRecord(address, signIn), `${PRODUCT_NAME} has started`)
}

async function refuseWeakPassword({ ADMIN_USERNAME, ADMIN_PASSWORD }: Config): Promise<void> {
  if (ADMIN_PASSWORD === undefined) return
  const fault = await passwordFault(ADMIN_USERNAME, ADMIN_PASSWORD)
  if (fault !== null) throw new StartError(`ADMIN_PASSWORD ${fault}.`)
}
