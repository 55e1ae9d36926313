import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { StartError } from '#server/errors.ts'

import { crc32c } from './crc32c.ts'
import { findChangedFile } from './data-folder-manifest.ts'

/** PostgreSQL major of the embedded engine: a data folder belongs to one. */
const EMBEDDED_MAJOR = '18'

const PAGE_BYTES = 8192
const WAL_SEGMENT_BYTES = 16 * 1024 * 1024
const FILE_MAP_BYTES = 524
/** Where the checksum can stand in the control file: it follows the last field, whose place depends on the build. */
const CONTROL_CHECKSUM_OFFSETS = Array.from({ length: 64 }, (_, index) => 200 + index * 4)

/** What every data folder has, whatever is stored in it. */
const REQUIRED = [
  'base/5',
  'global/pg_control',
  'global/pg_filenode.map',
  'pg_logical',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_stat',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact/0000',
  'postgresql.conf',
]

function damaged(folder: string, what: string): StartError {
  return new StartError(
    `The database in ${folder} is damaged (${what}). Nothing was changed: put a backup there, or set DATA_DIR to an empty folder.`,
  )
}

/** The size that a file of the engine must have a multiple of, so that nothing of it is cut off; null where any will do. */
function unitBytes(path: string): number | null {
  if (/^pg_wal\/[0-9A-F]{24}$/.test(path)) return WAL_SEGMENT_BYTES
  if (path.endsWith('/pg_filenode.map')) return FILE_MAP_BYTES
  const isPaged = /^(global|base\/\d+)\/\d+(_\w+)?(\.\d+)?$/.test(path) || /^pg_xact\/[0-9A-F]{4}$/.test(path)
  return isPaged ? PAGE_BYTES : null
}

async function findCutFile(folder: string): Promise<string | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    const path = file.slice(folder.length + 1).replaceAll('\\', '/')
    const unit = entry.isFile() ? unitBytes(path) : null
    if (unit !== null && (await stat(file)).size % unit !== 0) return path
  }
  return null
}

async function isControlFileWhole(folder: string): Promise<boolean> {
  const bytes = await readFile(join(folder, 'global/pg_control')).catch(() => Buffer.alloc(0))
  if (bytes.byteLength !== PAGE_BYTES) return false
  return CONTROL_CHECKSUM_OFFSETS.some(
    (offset) => crc32c(bytes.subarray(0, offset)) === bytes.readUInt32LE(offset),
  )
}

/**
 * Looks, without touching anything, whether a folder can hold the database: `empty`, or `database`. Throws a `StartError` where it
 * holds something else, or a database that is damaged or of another PostgreSQL major. Opening would change such a folder.
 */
export async function checkDataFolder(folder: string): Promise<'empty' | 'database'> {
  const names = await readdir(folder)
  if (names.every((name) => name === 'lost+found' || name.startsWith('energy-metrics.'))) return 'empty'

  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null))?.trim()
  if (major === undefined) {
    throw new StartError(
      `${folder} holds other files and no database. Nothing was changed: set DATA_DIR to an empty folder.`,
    )
  }
  if (/^\d+$/.test(major) && major !== EMBEDDED_MAJOR) {
    throw new StartError(
      `The database in ${folder} is of PostgreSQL ${major}, this version reads ${EMBEDDED_MAJOR}. Nothing was changed: start the version that made it and move the data, or set DATA_DIR to another folder.`,
    )
  }
  if (major !== EMBEDDED_MAJOR) throw damaged(folder, 'PG_VERSION')
  for (const path of REQUIRED) {
    const found = await stat(join(folder, path)).catch(() => null)
    if (!found || (found.isFile() && found.size === 0)) throw damaged(folder, path)
  }
  if (!(await isControlFileWhole(folder))) throw damaged(folder, 'global/pg_control')
  const brokenFile = (await findCutFile(folder)) ?? (await findChangedFile(folder))
  if (brokenFile !== null) throw damaged(folder, brokenFile)
  return 'database'
}
