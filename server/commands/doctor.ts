import { readConfig, type Config } from '#server/config.ts'
import { checkServer } from '#server/doctor/check-server.ts'
import { checkSources } from '#server/doctor/check-sources.ts'
import { type Check, checkOf, report, table } from '#server/doctor/report.ts'
import { isForOwner } from '#server/errors.ts'
import { runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run doctor -- [--json]
Looks at the settings, the database and the clock, and asks each configured service for a little of everything. It writes nothing.
Exit code 0: all is well, 1: something is wrong, 2: a server could not start.`

/** Under a minute with the start and end of the process. */
const MAX_CHECK_MS = 50_000

async function runChecks(): Promise<Check[]> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!isForOwner(error)) throw error
    return [checkOf('settings', 'environment', { status: 'cannot start', message: error.message })]
  }
  const checks = await Promise.all([
    checkServer(config),
    checkSources(config, Date.now, AbortSignal.timeout(MAX_CHECK_MS)),
  ])
  return checks.flat()
}

await runCommand({ usage: USAGE, options: { json: { type: 'boolean' } } }, async ({ values }) => {
  const now = Date.now()
  const found = report(await runChecks(), now)
  const verdict = ['All is well.', 'Something is wrong.', 'A server could not start.'][found.exitCode]
  process.stdout.write(values.json ? `${JSON.stringify(found)}\n` : `${table(found)}\n\n${verdict}\n`)
  process.exit(found.exitCode)
})
