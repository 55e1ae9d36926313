import { createProvider } from '#server/auth/organisation/provider.ts'
import { toMinute } from '#server/clock.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { hasSchema, MIGRATIONS, readApplied, requireUtf8 } from '#server/database/migrations.ts'
import { openUnchangedDatabase, requireDatabase, whyUnused } from '#server/database/open-database.ts'
import { isForOwner } from '#server/errors.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { MINUTE_MS } from '#server/series/series.ts'
import { type Check, checkOf, checkSources } from '#server/sources/check-sources.ts'
import { firstCauseOf, isUnknownCa, networkAdvice } from '#server/sources/network-advice.ts'
import { requireOneKindOfSource } from '#server/sources/one-kind-of-source.ts'
import { runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run doctor -- [--json]
Looks at the settings, the database and the clock, and asks each configured service for a little of everything. It writes nothing.
Exit code 0: all is well, 1: something is wrong, 2: a server could not start.`

/** With the start and the end of the process less than a minute. */
const MAX_LOOKING_MS = 50_000
const MAX_DATABASE_MS = 15_000

function checkSettings({ SOURCE, ENTSOE_USERNAME, WEATHER, DATABASE_URL }: Config): Check {
  const login = ENTSOE_USERNAME === undefined ? 'without a login' : 'with a login'
  const source = SOURCE === 'entsoe' ? `entsoe ${login} for the File Library` : SOURCE
  const database = DATABASE_URL === undefined ? 'embedded' : 'PostgreSQL'
  return checkOf('settings', 'environment', {
    message: `SOURCE=${source}, WEATHER=${WEATHER}, database ${database}.`,
  })
}

async function lookIntoDatabase(database: Database, config: Config): Promise<Partial<Check>> {
  await requireUtf8(database)
  const applied = (await hasSchema(database)) ? await readApplied(database) : []
  const newer = applied.find(({ number }) => !MIGRATIONS.some((known) => known.number === number))
  if (newer !== undefined)
    return {
      status: 'cannot start',
      message: `Its schema ${newer.number} is of a newer version.`,
      advice: 'Start that version.',
    }
  const missing = MIGRATIONS.length - applied.length
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
  const unused = await whyUnused(config)
  if (unused !== null) return checkOf('database', what, { status: 'wrong', message: unused })
  const note = (message: string) => checkOf('database', what, { status: 'note', message })
  const isMissing =
    DATABASE_URL === undefined &&
    (await requireDatabase(DATA_DIR).then(
      () => false,
      () => true,
    ))
  if (isMissing) return note('There is none yet. The first start makes it.')
  try {
    const database = await openUnchangedDatabase(config)
    if (database === null)
      return note('No server has it open. It was not opened, because that would change its files.')
    return checkOf('database', what, await lookIntoDatabase(database, config).finally(() => database.close()))
  } catch (error) {
    if (!isForOwner(error)) throw error
    const advice = isUnknownCa(error)
      ? 'Its certificate is of a CA that this machine does not know: add sslrootcert=/path/of/the/ca.pem to DATABASE_URL.'
      : null
    return checkOf('database', what, { status: 'cannot start', message: error.message, advice })
  }
}

/** Whether users can be led to the sign-in of the organisation. Client and secret are only asked for when one comes back. */
async function checkOrganisation(config: Config): Promise<Check[]> {
  const { OIDC_ISSUER: issuer } = config
  if (issuer === undefined) return []
  const part = 'OpenID Connect'
  const what = new URL(issuer).host
  return createProvider(issuer, config)
    .begin()
    .then(
      () => [checkOf(part, what)],
      (error: unknown) => {
        const message = `It does not answer as it should: ${firstCauseOf(error)}.`
        return [
          checkOf(part, what, {
            status: 'wrong',
            message,
            advice: networkAdvice(error) ?? 'Check OIDC_ISSUER.',
          }),
        ]
      },
    )
}

/** What a look gave, or that it took too long. */
function within(milliseconds: number, look: Promise<Check>, late: Check): Promise<Check> {
  return Promise.race([
    look,
    new Promise<Check>((resolve) => {
      setTimeout(() => resolve(late), milliseconds).unref()
    }),
  ])
}

async function look(): Promise<Check[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!isForOwner(error)) throw error
    return [checkOf('settings', 'environment', { status: 'cannot start', message: error.message })]
  }
  const late = checkOf('database', 'connection', { status: 'cannot start', message: 'It does not answer.' })
  const checks = await Promise.all([
    within(MAX_DATABASE_MS, checkDatabase(config), late),
    checkOrganisation(config),
    checkSources(config, Date.now, AbortSignal.timeout(MAX_LOOKING_MS)),
  ])
  return [checkSettings(config), ...checks.flat()]
}

const stampOf = (utc: number | null) => (utc === null ? null : toMinute(utc))
const delayOf = (lastUtc: number | null, now: number) =>
  lastUtc === null ? null : Math.round((now - lastUtc) / MINUTE_MS)

/** `3 h 5 min`; what lies ahead has a sign. */
function inWords(minutes: number | null): string {
  if (minutes === null) return ''
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '−' : ''}${hours === 0 ? '' : `${hours} h `}${rest} min`
}

function report(checks: readonly Check[], now: number): object {
  return {
    at: new Date(now).toISOString(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    exitCode: exitCodeOf(checks),
    checks: checks.map(({ firstUtc, lastUtc, ...check }) => ({
      ...check,
      first: stampOf(firstUtc),
      last: stampOf(lastUtc),
      delayMinutes: delayOf(lastUtc, now),
    })),
  }
}

function table(checks: readonly Check[], now: number): string {
  const rows = checks.map(({ part, what, status, steps, firstUtc, lastUtc, values }) => [
    part,
    what,
    status,
    steps.join(', '),
    stampOf(firstUtc) ?? '',
    stampOf(lastUtc) ?? '',
    inWords(delayOf(lastUtc, now)),
    values === null ? '' : String(values),
  ])
  const head = ['part', 'what', 'status', 'step', 'first', 'last', 'delay', 'values']
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    line(head),
    ...checks.flatMap(({ message, advice }, index) => {
      const words = [message, advice].filter((text) => text !== null)
      return [line(rows[index] ?? []), ...(words.length === 0 ? [] : [`    ${words.join(' ')}`])]
    }),
  ].join('\n')
}

function exitCodeOf(checks: readonly Check[]): 0 | 1 | 2 {
  if (checks.some(({ status }) => status === 'cannot start')) return 2
  return checks.some(({ status }) => status === 'wrong') ? 1 : 0
}

await runCommand({ usage: USAGE, options: { json: { type: 'boolean' } } }, async ({ values }) => {
  const now = Date.now()
  const checks = await look()
  const exitCode = exitCodeOf(checks)
  const verdict = ['All is well.', 'Something is wrong.', 'A server could not start.'][exitCode]
  process.stdout.write(
    values.json ? `${JSON.stringify(report(checks, now))}\n` : `${table(checks, now)}\n\n${verdict}\n`,
  )
  process.exit(exitCode)
})
