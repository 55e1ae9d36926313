import { randomUUID } from 'node:crypto'

import type { Database, Queryable, Transaction } from './database.ts'
import { readStoredTables, type StoredTable } from './stored-tables.ts'
import { continueIdentities, countRows, insertRows, readRows, writeTextAlike } from './table-rows.ts'

/** The database cannot be copied to the target. Nothing was changed. */
export class MoveError extends Error {
  override name = 'MoveError'
}

export interface Move {
  from: Database
  to: Database
  /** Whether everything in the target may be deleted first. */
  mayReplace: boolean
  onProgress: (progress: { done: number; total: number }) => void
}

/** Stored in the target: the database it was copied from, and its own revision after that. */
const ORIGIN_SETTING = 'moved_from'

/** A fingerprint of all rows of a table in any order. */
async function checksumOf(connection: Queryable, table: StoredTable): Promise<string> {
  const columns = table.columns.map(({ name }) => name).join(', ')
  const [row] = await connection.query<{ checksum: string }>(
    `SELECT count(*) || ' ' || coalesce(md5(string_agg(fingerprint, '' ORDER BY fingerprint)), '') AS checksum
     FROM (SELECT md5(ROW(${columns})::text) AS fingerprint FROM ${table.name}) AS rows`,
  )
  return row?.checksum ?? ''
}

async function readRevision(connection: Queryable): Promise<number> {
  const [row] = await connection.query<{ number: number }>('SELECT number FROM revision')
  return row?.number ?? 0
}

async function readSetting(connection: Queryable, name: string): Promise<string | null> {
  const [row] = await connection.query<{ value: string }>('SELECT value FROM setting WHERE name = $1::text', [
    name,
  ])
  return row?.value ?? null
}

/** A random id of this database, made when it is first needed. */
async function readIdentity(connection: Queryable): Promise<string> {
  await connection.query(
    "INSERT INTO setting (name, value) VALUES ('database_id', $1::text) ON CONFLICT (name) DO NOTHING",
    [randomUUID()],
  )
  return (await readSetting(connection, 'database_id')) ?? ''
}

/** Refuses a target that holds anything but a copy of this source, or that changed after it was copied. */
async function refuseForeign(target: Queryable, identity: string): Promise<void> {
  const [series] = await target.query<{ count: number }>(
    'SELECT (SELECT count(*) FROM series) + (SELECT count(*) FROM app_user) AS count',
  )
  const origin = await readSetting(target, ORIGIN_SETTING)
  if ((series?.count ?? 0) === 0 && origin === null) return
  if (origin === `${identity} ${await readRevision(target)}`) return
  throw new MoveError(
    origin?.startsWith(identity) === true
      ? 'The target has changed since it was copied, and its new data would be lost. Add --replace to overwrite it.'
      : 'The target holds other data already: move into an empty database, or add --replace to overwrite it.',
  )
}

/**
 * Copies every table of a database into another of the same schema, in one transaction that commits only if the checksums of all
 * tables agree. It can be repeated: the whole target is then replaced. Rejects with a `MoveError` where the target must be kept.
 */
export async function moveDatabase({ from, to, mayReplace, onProgress }: Move): Promise<{ rows: number }> {
  return from.transaction(async (source) => {
    const identity = await readIdentity(source)
    return to.transaction(async (target) => {
      await Promise.all([writeTextAlike(source), writeTextAlike(target)])
      if (!mayReplace) await refuseForeign(target, identity)
      const tables = await readStoredTables(source)
      const rows = await copyTables(source, target, tables, onProgress)
      for (const table of tables) {
        const [there, here] = [await checksumOf(target, table), await checksumOf(source, table)]
        if (there !== here)
          throw new MoveError(`The copy of ${table.name} is not the same: nothing was moved.`)
      }
      await target.query(
        'INSERT INTO setting (name, value) VALUES ($1::text, $2::text) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [ORIGIN_SETTING, `${identity} ${await readRevision(target)}`],
      )
      return { rows }
    })
  })
}

async function copyTables(
  source: Transaction,
  target: Transaction,
  tables: readonly StoredTable[],
  onProgress: Move['onProgress'],
): Promise<number> {
  let total = 0
  for (const table of tables) total += await countRows(source, table)
  await target.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
  let done = 0
  for (const table of tables) {
    for await (const rows of readRows(source, table)) {
      await insertRows(target, table, rows)
      done += rows.length
      onProgress({ done, total })
    }
    await continueIdentities(target, table)
  }
  return done
}
