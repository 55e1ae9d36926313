import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { createProvider } from '#server/auth/provider.ts'
import { requireOneKindOfSource } from '#server/backend/one-kind-of-source.ts'
import { type Config, misspeltSettings } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import {
  findUnknown,
  MIGRATIONS,
  readApplied,
  requireRightToMigrate,
  requireUtf8,
} from '#server/database/migrations.ts'
import { isForOwner } from '#server/errors.ts'
import { checkPort } from '#server/http/listening.ts'
import { checkDataFolder, hasDatabase, openUnchangedDatabase, whyUnused } from '#server/open-database.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { firstCauseOf, isUnknownCa, networkAdvice } from '#server/sources/network-advice.ts'
import { browserAddress } from '#server/terminal/welcome.ts'

import { type Check, checkOf, fault } from './report.ts'

const MAX_DATABASE_MS = 15_000
const LIVEZ_MS = 2000
const LivezSchema = z.object({ status: z.string(), version: z.string() })

function checkSettings({ SOURCE, ENTSOE_USERNAME, WEATHER, DATABASE_URL }: Config): Check {
  const login = ENTSOE_USERNAME === undefined ? 'without a login' : 'with a login'
  const source = SOURCE === 'entsoe' ? `entsoe ${login} for the File Library` : SOURCE
  const database = DATABASE_URL === undefined ? 'embedded' : 'PostgreSQL'
  return checkOf('settings', 'environment', {
    message: `SOURCE=${source}, WEATHER=${WEATHER}, database ${database}.`,
  })
}

const checkNames = (): Check[] =>
  misspeltSettings(process.env).map((message) =>
    checkOf('settings', 'environment', { status: 'note', message }),
  )

async function inspectDatabase(database: Database, config: Config): Promise<Partial<Check>> {
  await requireUtf8(database)
  const applied = await readApplied(database)
  const newer = findUnknown(applied)
  if (newer !== null)
    return fault(`Its schema ${newer.number} is of a newer version.`, 'Start that version.', 'cannot start')
  const missing = MIGRATIONS.length - applied.length
  if (missing > 0) await requireRightToMigrate(database)
  if (missing > 0)
    return { status: 'note', message: `It lacks ${missing} steps of the schema. The next start makes them.` }
  await requireOneKindOfSource(database, config)
  const span = await createSeriesStore(database).coverage('actual')
  return span === null
    ? { status: 'note', message: 'It has no values yet.' }
    : { firstUtc: span.fromUtc, lastUtc: span.toUtc }
}

async function checkDatabase(config: Config): Promise<Check> {
  const { DATABASE_URL, DATA_DIR } = config
  const what = DATABASE_URL === undefined ? `folder ${DATA_DIR}` : 'PostgreSQL'
  const note = (message: string) => checkOf('database', what, { status: 'note', message })
  try {
    if (DATABASE_URL === undefined) await checkDataFolder(DATA_DIR)
    const unused = await whyUnused(config)
    if (unused !== null) return checkOf('database', what, fault(unused, null))
    if (DATABASE_URL === undefined && !(await hasDatabase(DATA_DIR)))
      return note('There is none yet. The first start makes it.')
    const database = await openUnchangedDatabase(config)
    if (database === null)
      return note('No server has it open. It was not opened, because that would change its files.')
    return checkOf('database', what, await inspectDatabase(database, config).finally(() => database.close()))
  } catch (error) {
    if (!isForOwner(error)) throw error
    const advice = isUnknownCa(error)
      ? 'Its certificate is of a CA that this machine does not know: add sslrootcert=/path/of/the/ca.pem to DATABASE_URL.'
      : null
    return checkOf('database', what, fault(error.message, advice, 'cannot start'))
  }
}

/** The port may already be used by a running server of this product. */
async function checkListening(config: Config): Promise<Check> {
  const what = `port ${config.PORT}`
  try {
    await checkPort(config)
    return checkOf('server', what)
  } catch (error) {
    if (!isForOwner(error)) throw error
    const address = browserAddress(config.HOST, config.PORT)
    const answer = await fetch(`${address}/livez`, { signal: AbortSignal.timeout(LIVEZ_MS) }).catch(
      () => null,
    )
    const body: unknown = await answer?.json().catch(() => null)
    return LivezSchema.safeParse(body).success
      ? checkOf('server', what, { message: 'A server of this product runs there.' })
      : checkOf('server', what, fault(error.message, null, 'cannot start'))
  }
}

/** The provider checks client and secret only when a user returns. */
async function checkOrganisation(config: Config): Promise<Check[]> {
  const { OIDC_ISSUER: issuer } = config
  if (issuer === undefined) return []
  const found = await createProvider(issuer, config)
    .begin()
    .then(
      () => ({}),
      (error: unknown) =>
        fault(
          `It does not answer as it should: ${firstCauseOf(error)}.`,
          networkAdvice(error) ?? 'Check OIDC_ISSUER.',
        ),
    )
  return [checkOf('OpenID Connect', new URL(issuer).host, found)]
}

export async function checkServer(config: Config): Promise<Check[]> {
  const late = checkOf('database', 'connection', fault('It does not answer.', null, 'cannot start'))
  const [database, organisation, listening] = await Promise.all([
    Promise.race([checkDatabase(config), sleep(MAX_DATABASE_MS, late, { ref: false })]),
    checkOrganisation(config),
    checkListening(config),
  ])
  return [checkSettings(config), ...checkNames(), listening, database, ...organisation]
}
