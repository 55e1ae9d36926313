/*
 * The process that tests kill. It opens a data folder and writes batches without end, each in one transaction, and prints the
 * number of each batch that is stored.
 */
import { openDatabase } from '#server/database/open-database.ts'

const [, , dataDir = ''] = process.argv
try {
  const database = await openDatabase({ dataDir })
  await database.query(
    'CREATE TABLE IF NOT EXISTS entry (batch integer, part integer, PRIMARY KEY (batch, part))',
  )
  const [row] = await database.query<{ last: number | null }>('SELECT max(batch) AS last FROM entry')
  for (let batch = (row?.last ?? 0) + 1; ; batch += 1) {
    await database.transaction(async (connection) => {
      for (const part of [1, 2, 3]) await connection.query('INSERT INTO entry VALUES ($1, $2)', [batch, part])
    })
    process.stdout.write(`${batch}\n`)
  }
} catch (error) {
  process.stderr.write(`${String(error)}\n`)
  process.exit(1)
}
