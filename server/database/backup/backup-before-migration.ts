import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Queryable } from '#server/database/database.ts'
import { readApplied } from '#server/database/migrations.ts'
import { StartError } from '#server/errors.ts'

import { writeBackup } from './write-backup.ts'

const KEPT_BACKUPS = 3

/**
 * Writes what the database holds before its schema is changed: the way back to the version before. The last three are kept.
 * Rejects with a `StartError` where it cannot be written.
 */
export async function backUpBeforeMigration(connection: Queryable, folder: string): Promise<void> {
  const version = (await readApplied(connection)).at(-1)?.number ?? 0
  const nowMs = Date.now()
  const time = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // The names sort by time. They begin like everything in a data folder that is not the engine's.
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
