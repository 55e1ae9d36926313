import { constants, cpSync, existsSync, statSync } from 'node:fs'
import { access, mkdir, readdir, readFile, realpath, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { backUpBeforeMigration, removeLeftDrafts } from '#server/database/backup/write-backup.ts'
import type { Database } from '#server/database/database.ts'
import { flushToDisk } from '#server/database/flush-to-disk.ts'
import { migrate, type PrepareSchema } from '#server/database/migrations.ts'
import { codeOf, DamageError, StartError } from '#server/errors.ts'

import { createEmbeddedDatabase } from './embedded-database.ts'
import { type EmbeddedEngine, type EmbeddedEngineOptions, openEmbeddedEngine } from './engine.ts'
import { lockFolder } from './folder-lock.ts'
import { flushTree, setModes } from './folder-tree.ts'
import { EngineEndedError, startEmbeddedWorker } from './remote-engine.ts'

/** A data folder works with one PostgreSQL major. */
const EMBEDDED_MAJOR = '18'

/** After an interrupted start, the files beside it hold no data. */
const UNFINISHED_FILE = 'energy-metrics.unfinished'

/** Backups from before changes of the schema. */
const BACKUPS_FOLDER = 'energy-metrics.backups'

/** Files contain password hashes and the key of the tokens. */
const PRIVATE = { files: 0o600, folders: 0o700 }

/** Unbundled tests run the engine in their own thread. */
function openEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  return import.meta.env.PROD
    ? startEmbeddedWorker(options, new URL('./engine-worker.js', import.meta.url))
    : openEmbeddedEngine(options)
}

/** Unbundled tests use the last build. */
const EMPTY_DATABASE_FOLDER = import.meta.env.PROD
  ? fileURLToPath(new URL('./empty-database', import.meta.url))
  : 'build/server/empty-database'

/** Copies an empty database: the engine takes seconds to make one. */
async function openNewEngine(dataDir: string): Promise<EmbeddedEngine> {
  if (import.meta.env.PROD || existsSync(EMPTY_DATABASE_FOLDER)) {
    // Promises for hundreds of files would take several times as long.
    cpSync(EMPTY_DATABASE_FOLDER, dataDir, { recursive: true })
    setModes(dataDir, PRIVATE)
  }
  return openEngine({ dataDir })
}

async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (!names.includes(UNFINISHED_FILE)) return
  const kept = new Set([UNFINISHED_FILE, BACKUPS_FOLDER, 'lost+found'])
  const leftovers = names.filter((name) => !kept.has(name))
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true })))
  await unlink(join(folder, UNFINISHED_FILE))
}

/** Throws a `StartError` for anything but a database that the engine can read. */
async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder)
  if (names.every((name) => name === 'lost+found' || name.startsWith('energy-metrics.'))) return true
  if (!names.includes('PG_VERSION')) {
    throw new StartError(
      `${folder} holds other files and no database. Nothing was changed: set DATA_DIR to an empty folder.`,
    )
  }
  const major = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (/^\d+$/.test(major) && major !== EMBEDDED_MAJOR) {
    throw new StartError(
      `The database in ${folder} was made by PostgreSQL ${major}, but this version reads ${EMBEDDED_MAJOR}. Nothing was changed: start the version that made it and move the data, or set DATA_DIR to another folder.`,
    )
  }
  return false
}

/** The database may not have been closed properly. */
async function openLeftEngine(folder: string): Promise<EmbeddedEngine> {
  // After a kill or a power cut this file can be empty, which the engine refuses. Our own lock keeps other processes out.
  await rm(join(folder, 'postmaster.pid'), { force: true })
  return openEngine({ dataDir: folder })
}

async function prepareDatabase(
  folder: string,
  engine: EmbeddedEngine,
  prepareSchema: PrepareSchema,
): Promise<Database> {
  try {
    return await createEmbeddedDatabase(engine, prepareSchema, () => openLeftEngine(folder))
  } catch (error) {
    await engine.close().catch(() => null)
    throw error
  }
}

async function makeDatabase(folder: string, prepareSchema: PrepareSchema): Promise<Database> {
  await writeFile(join(folder, UNFINISHED_FILE), '', { mode: 0o600, flush: true })
  flushToDisk(folder, 'folder')
  return prepareDatabase(folder, await openNewEngine(folder), async (connection) => {
    await prepareSchema(connection)
    flushTree(folder)
    await unlink(join(folder, UNFINISHED_FILE))
  })
}

/** Only observed damage is a reason to move files away. */
function adviceFor(error: unknown, reason: string): string {
  if (error instanceof EngineEndedError) return 'Nothing says that its files are damaged: start it again.'
  if (/No space left|quota exceeded/i.test(reason)) return 'Make room on its disk.'
  if (/I\/O error/i.test(reason)) return 'Check its disk.'
  if (/too many open files/i.test(reason)) return 'Raise the limit of open files (ulimit -n, LimitNOFILE).'
  return 'Move its files away and restore a backup, or set DATA_DIR to an empty folder.'
}

async function openExisting(folder: string, prepareSchema: PrepareSchema): Promise<Database> {
  setModes(folder, PRIVATE)
  try {
    return await prepareDatabase(folder, await openLeftEngine(folder), prepareSchema)
  } catch (error) {
    if (error instanceof StartError || error instanceof DamageError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    const advice = adviceFor(error, reason)
    throw new StartError(`The database in ${folder} cannot be opened: ${reason}. ${advice}`, { cause: error })
  }
}

const ADVICE_BY_CODE: Readonly<Record<string, string>> = {
  EROFS: 'it is on a read-only file system',
  EMFILE: 'raise the limit of open files to at least 1024 (ulimit -n 1024, LimitNOFILE=1024)',
  EDQUOT: 'make room within the quota of its disk',
  ENOSPC: 'make room on its disk',
  EIO: 'check its disk',
  EPERM: 'files in it belong to another user; give them to the one who runs this with chown -R',
}

function cannotUse(folder: string, error: unknown): StartError {
  const code = codeOf(error) || String(error)
  const advice = ADVICE_BY_CODE[code] ?? 'set it to a folder that can be written'
  return new StartError(`DATA_DIR ${folder} cannot be used (${code}): ${advice}.`)
}

/** The folder's user could not use files written by root. */
async function refuseAsRoot(folder: string): Promise<void> {
  const { uid } = await stat(join(folder, 'PG_VERSION')).catch(() => stat(folder))
  if (process.getuid?.() !== 0 || uid === 0) return
  throw new StartError(
    `${folder} belongs to user ${uid}. Run this as that user, not as root: setpriv --reuid ${uid} --regid ${uid} --clear-groups …`,
  )
}

/** Rejects with a `StartError` as a start would. Changes no file. */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const folder = resolve(dataDir)
  let existing = folder
  while (!existsSync(existing)) existing = dirname(existing)
  try {
    // As in errors of `mkdir`.
    const code = existing === folder ? 'EEXIST' : 'ENOTDIR'
    if (!statSync(existing).isDirectory()) throw Object.assign(new Error('no folder'), { code })
    await access(existing, constants.W_OK)
    if (existing !== folder) return
    await refuseAsRoot(folder)
    if (!existsSync(join(folder, UNFINISHED_FILE))) await isEmptyFolder(folder)
  } catch (error) {
    throw error instanceof StartError ? error : cannotUse(folder, error)
  }
}

/** With `recursive`, Node.js reports a used-up quota or a failing device as a missing folder. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

/** Resolves symbolic links. */
async function prepareFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  await checkDataFolder(dataDir)
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
    return await realpath(folder)
  } catch (error) {
    throw cannotUse(folder, error)
  }
}

async function openLocked(folder: string, prepareSchema: PrepareSchema): Promise<Database> {
  try {
    await clearUnfinished(folder)
    const backups = join(folder, BACKUPS_FOLDER)
    // A file in its place is reported when a backup is written.
    if (statSync(backups, { throwIfNoEntry: false })?.isDirectory() === true) await removeLeftDrafts(backups)
    const open = (await isEmptyFolder(folder)) ? makeDatabase : openExisting
    return await open(folder, prepareSchema)
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? cannotUse(folder, error) : error
  }
}

/** Opens the folder for this process alone. `prepareSchema` replaces the usual migration. */
export async function openDataFolder(dataDir: string, prepareSchema?: PrepareSchema): Promise<Database> {
  const folder = await prepareFolder(dataDir)
  const unlock = await lockFolder(folder)
  if (!unlock) {
    throw new StartError(
      `${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    )
  }
  const migrateAfterBackup: PrepareSchema = (connection) =>
    migrate(connection, () => backUpBeforeMigration(connection, join(folder, BACKUPS_FOLDER)))
  try {
    const database = await openLocked(folder, prepareSchema ?? migrateAfterBackup)
    return {
      ...database,
      async close() {
        await database.close().finally(unlock)
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
