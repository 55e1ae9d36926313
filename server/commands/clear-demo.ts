import { clearDemo } from '#server/backend/one-kind-of-source.ts'
import { readConfig } from '#server/config.ts'
import { LEADERSHIP_LOCK } from '#server/database/leadership.ts'
import { openDatabase, ownLocation, requireDatabase } from '#server/open-database.ts'
import { CommandError, runCommand } from '#server/terminal/command.ts'

const USAGE = `Usage: npm run clear-demo
Removes the values of the demo source, with their weather and their forecast runs, from the database of DATA_DIR or DATABASE_URL.
Users, dashboards, keys, alert rules and values of CSV files stay. Stop all servers first.`

await runCommand({ usage: USAGE }, async () => {
  const location = await ownLocation(readConfig(process.env))
  if ('dataDir' in location) await requireDatabase(location.dataDir)
  // Directly: a server would go on with the demo source.
  const database = await openDatabase({ ...location, statementTimeoutMs: 600_000 })
  try {
    const lock = await database.holdLock(LEADERSHIP_LOCK)
    if (lock === null) throw new CommandError('A server uses this database. Stop all servers first.')
    const { months, runs } = await clearDemo(database).finally(() => lock.release())
    process.stdout.write(`Removed ${months} months of demo series and ${runs} forecast runs.\n`)
  } finally {
    await database.close()
  }
})
