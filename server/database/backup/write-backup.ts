import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip } from 'node:zlib'

import type { Database, Queryable } from '#server/database/database.ts'
import { flushToDisk } from '#server/database/flush-to-disk.ts'
import { isAlive } from '#server/database/is-alive.ts'
import { readApplied } from '#server/database/migrations.ts'
import { StartError } from '#server/errors.ts'

import { BACKUP_FORMAT, type BackupHeader, createTableSum, type TableSum } from './backup-format.ts'
import { readRows, readStoredTables, writeTextAlike } from './stored-tables.ts'

export type OnRows = (progress: { done: number; total: number }) => void

/** One piece per batch of rows. */
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
  for (const { name } of tables) {
    const [row] = await connection.query<{ count: number }>(`SELECT count(*) AS count FROM ${name}`)
    total += row?.count ?? 0
  }
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
  to: string | Writable
  nowMs: number
  onRows?: OnRows
}

const DRAFT = /\.energy-metrics-(\d+)\.part$/

/** Removes drafts of killed backups. A draft with our own process id is from an earlier process: this one has only just begun. */
export async function removeLeftDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const writer = Number(DRAFT.exec(name)?.[1] ?? Number.NaN)
    const isLeft = writer === process.pid || !isAlive(writer)
    if (Number.isSafeInteger(writer) && isLeft) await rm(join(folder, name), { force: true })
  }
}

/** Writes what the connection's transaction sees. The file gets its name once all of it is on the disk. */
export async function writeBackup(
  connection: Queryable,
  { to, nowMs, onRows = () => {} }: Backup,
): Promise<void> {
  await writeTextAlike(connection)
  // The embedded engine serves no other call meanwhile.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  if (typeof to !== 'string') {
    await pipeline(writeLines(connection, nowMs, onRows), gzip, to)
    return
  }
  const folder = dirname(resolve(to))
  await removeLeftDrafts(folder)
  const draft = join(folder, `${basename(to)}.energy-metrics-${process.pid}.part`)
  try {
    // Contains password hashes and the key of the tokens.
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(writeLines(connection, nowMs, onRows), gzip, file)
    await rename(draft, to)
    flushToDisk(folder, 'folder')
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** A snapshot of one moment; the database stays in use. */
export async function backUp(database: Database, backup: Backup): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    await writeBackup(connection, backup)
  })
}

const KEPT_BACKUPS = 3

/** The way back to the previous version; the last three are kept. Rejects with a `StartError`. */
export async function backUpBeforeMigration(connection: Queryable, folder: string): Promise<void> {
  const version = (await readApplied(connection)).at(-1)?.number ?? 0
  const nowMs = Date.now()
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Names sort by time. The prefix marks files that are not the engine's.
    await writeBackup(connection, {
      to: join(folder, `energy-metrics.${time}.schema-${version}.backup`),
      nowMs,
    })
    const backups = (await readdir(folder)).filter((name) => name.endsWith('.backup')).toSorted()
    for (const name of backups.slice(0, -KEPT_BACKUPS)) await rm(join(folder, name))
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new StartError(
      `The database cannot be backed up to ${folder} before its update (${error.message}). Nothing was changed.`,
      { cause: error },
    )
  }
}

const SETTING = 'last_backup'

export async function recordBackup(database: Queryable, takenAtUtc: number): Promise<void> {
  await database.query(
    'INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [SETTING, new Date(takenAtUtc).toISOString()],
  )
}

/** Epoch milliseconds; null without a backup. */
export async function readLastBackup(database: Queryable): Promise<number | null> {
  const [row] = await database.query<{ value: string }>('SELECT value FROM setting WHERE name = $1', [
    SETTING,
  ])
  return row === undefined ? null : Date.parse(row.value)
}
