import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'

import type { Database, Queryable } from '#server/database/database.ts'
import { flushFolder } from '#server/database/flush-to-disk.ts'
import { isAlive } from '#server/database/is-alive.ts'
import { readApplied } from '#server/database/migrations.ts'
import { readStoredTables } from '#server/database/stored-tables.ts'
import { countRows, readRows, writeTextAlike } from '#server/database/table-rows.ts'
import { StartError } from '#server/errors.ts'

import { BACKUP_FORMAT, type BackupHeader, createTableSum, type TableSum } from './backup-format.ts'

export type OnRows = (progress: { done: number; total: number }) => void

/** All lines of a backup. They travel in one piece per batch of rows. */
async function* writeLines(
  connection: Queryable,
  nowMs: number,
  onRows: OnRows,
): AsyncGenerator<string, void> {
  const sha256 = createHash('sha256')
  const toText = (lines: readonly object[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    sha256.update(text)
    return text
  }
  const schema = await readApplied(connection)
  if (schema.length === 0) throw new StartError('The database is empty. There is nothing to back up.')
  const header: BackupHeader = {
    product: 'energy-metrics',
    format: BACKUP_FORMAT,
    createdAtUtc: new Date(nowMs).toISOString(),
    schema,
  }
  yield toText([header])

  const tables = await readStoredTables(connection)
  let total = 0
  for (const table of tables) total += await countRows(connection, table)
  let done = 0
  const sums: TableSum[] = []
  for (const table of tables) {
    yield toText([{ table: table.name, columns: table.columns.map(({ name }) => name) }])
    const sum = createTableSum(table.name)
    for await (const rows of readRows(connection, table)) {
      for (const row of rows) sum.add(row)
      yield toText(rows)
      done += rows.length
      onRows({ done, total })
    }
    sums.push(sum.value())
  }
  yield `${JSON.stringify({ sums, sha256: sha256.digest('hex') })}\n`
}

interface Backup {
  /** The path of a new file, or a stream. */
  to: string | Writable
  nowMs: number
  onRows?: OnRows
}

/** A file that is being written ends in the process that writes it. */
const DRAFT = /\.energy-metrics-(\d+)\.part$/

/** Removes what killed backups have left in a folder. Our own process has only just begun. */
export async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = Number(DRAFT.exec(name)?.[1] ?? Number.NaN)
    const isLeft = writer === process.pid || !isAlive(writer)
    if (Number.isSafeInteger(writer) && isLeft) await rm(join(folder, name), { force: true })
  }
}

/** Writes what the transaction of this connection sees. A file gets its name when all of it is on the disk. */
export async function writeBackup(
  connection: Queryable,
  { to, nowMs, onRows = () => {} }: Backup,
): Promise<void> {
  await writeTextAlike(connection)
  // The embedded engine serves nobody else meanwhile, so speed matters more than size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  if (typeof to !== 'string') {
    await pipeline(writeLines(connection, nowMs, onRows), gzip, to)
    return
  }
  const folder = dirname(resolve(to))
  await removeLeftDrafts(folder)
  const draft = join(folder, `${basename(to)}.energy-metrics-${process.pid}.part`)
  try {
    // It holds the hashes of passwords and the key of the tokens.
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(writeLines(connection, nowMs, onRows), gzip, file)
    await rename(draft, to)
    await flushFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Writes a database as it is at one moment, while others go on using it. */
export async function backUp(database: Database, backup: Backup): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await writeBackup(connection, backup)
  })
}
