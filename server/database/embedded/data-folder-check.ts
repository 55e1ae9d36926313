import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { StartError } from '#server/errors.ts'

import { findChangedFile, readManifest } from './data-folder-manifest.ts'

/** PostgreSQL major of the embedded engine. A data folder belongs to one. */
const EMBEDDED_MAJOR = '18'

/** A write interrupted by a power cut leaves whole sectors, which the write-ahead log repairs. Any other size is damage. */
const SECTOR_BYTES = 512
const PAGED_FILE = /^(global|base\/\d+)\/\d+(_\w+)?(\.\d+)?$/

/** What a folder holds: nothing, a database that was closed in order, or one whose process ended without closing it. */
export type DataFolderState = 'empty' | 'closed' | 'not closed'

async function findCutFile(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1).replaceAll('\\', '/')
    if (entry.isFile() && PAGED_FILE.test(path) && (await stat(file)).size % SECTOR_BYTES !== 0) return path
  }
  return null
}

/**
 * Looks at a folder without changing anything. Throws a `StartError` if it holds something else, a database of another
 * PostgreSQL major, or files that are not as they were left: opening would change such a folder.
 */
export async function checkDataFolder(folder: string): Promise<DataFolderState> {
  const names = await readdir(folder)
  if (names.every((name) => name === 'lost+found' || name.startsWith('energy-metrics.'))) return 'empty'

  const major = names.includes('PG_VERSION')
    ? (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
    : undefined
  if (major === undefined) {
    throw new StartError(
      `${folder} holds other files and no database. Nothing was changed: set DATA_DIR to an empty folder.`,
    )
  }
  if (/^\d+$/.test(major) && major !== EMBEDDED_MAJOR) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${major}, but this version reads ${EMBEDDED_MAJOR}. Nothing was changed: start the version that made it and move the data, or set DATA_DIR to another folder.`,
    )
  }
  const manifest = await readManifest(folder)
  const damagedFile = manifest === null ? await findCutFile(folder) : await findChangedFile(folder, manifest)
  const wrongFile = major === EMBEDDED_MAJOR ? damagedFile : 'PG_VERSION'
  if (wrongFile !== null) {
    throw new StartError(
      `The database in ${folder} is damaged (${wrongFile}). Nothing was changed: move its files away and restore a backup, or set DATA_DIR to an empty folder.`,
    )
  }
  return manifest === null ? 'not closed' : 'closed'
}
