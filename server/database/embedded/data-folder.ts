import { constants } from 'node:fs'
import { access, mkdir, readdir, realpath, rm, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { Database } from '#server/database/database.ts'
import { StartError } from '#server/errors.ts'

import { checkDataFolder } from './data-folder-check.ts'
import { dropManifest, writeManifest } from './data-folder-manifest.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'
import { startEmbeddedWorker } from './engine-worker-client.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from './engine.ts'
import { flushFolder, flushTree, writeFlushedFile } from './flushed-files.ts'
import { lockFolder } from './folder-lock.ts'
import { readEverything } from './upkeep.ts'

/** Exists in a folder while its database is being made. What an interrupted start leaves beside it is not anybody's data. */
const UNFINISHED_FILE = 'energy-metrics.unfinished'

/** In the build the engine runs in its own thread. In unbundled tests it runs in theirs. */
function openEngine(dataDir: string): Promise<EmbeddedEngine> {
  return import.meta.env.PROD
    ? startEmbeddedWorker({ dataDir }, new URL('./engine-worker.js', import.meta.url))
    : openEmbeddedEngine({ dataDir })
}

async function clearUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder)
  if (!names.includes(UNFINISHED_FILE)) return
  const leftovers = names.filter((name) => name !== UNFINISHED_FILE && name !== 'lost+found')
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true })))
  await unlink(join(folder, UNFINISHED_FILE))
}

function cannotOpen(folder: string, error: unknown): StartError {
  const reason = error instanceof Error ? error.message : String(error)
  const wayOn = reason.includes('No space left')
    ? 'Make room on its disk.'
    : 'Put a backup there, or set DATA_DIR to an empty folder.'
  return new StartError(`The database in ${folder} cannot be opened: ${reason}. ${wayOn}`, { cause: error })
}

async function makeDatabase(folder: string): Promise<Database> {
  await writeFlushedFile(join(folder, UNFINISHED_FILE), '')
  await flushFolder(folder)
  const engine = await openEngine(folder)
  try {
    const database = await createEmbeddedDatabase(engine)
    await flushTree(folder)
    await unlink(join(folder, UNFINISHED_FILE))
    return database
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function openExisting(folder: string, wasClosed: boolean): Promise<Database> {
  await dropManifest(folder)
  // After a kill or a power cut this file can be empty, and the engine refuses that. Our own lock keeps other processes out.
  await rm(join(folder, 'postmaster.pid'), { force: true })
  const engine = await openEngine(folder).catch((error: unknown) => {
    throw cannotOpen(folder, error)
  })
  try {
    if (!wasClosed) await readEverything(engine)
    return await createEmbeddedDatabase(engine)
  } catch (error) {
    await engine.close().catch(() => null)
    if (!(error instanceof StartError)) throw cannotOpen(folder, error)
    // A schema of another version is not damage: the folder is intact.
    await writeManifest(folder)
    throw error
  }
}

function cannotUse(folder: string, error: unknown): StartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  const wayOn =
    code === 'EROFS' ? 'it is on a read-only file system' : 'set it to a folder that can be written'
  return new StartError(`DATA_DIR ${folder} cannot be used (${code}): ${wayOn}.`)
}

/** Makes the folder if it is missing. Returns the real path if the given one is a symbolic link. */
async function prepareFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return await realpath(folder)
  } catch (error) {
    throw cannotUse(folder, error)
  }
}

async function openLocked(folder: string): Promise<Database> {
  try {
    await clearUnfinished(folder)
    const state = await checkDataFolder(folder)
    return await (state === 'empty' ? makeDatabase(folder) : openExisting(folder, state === 'closed'))
  } catch (error) {
    throw error instanceof Error && 'syscall' in error ? cannotUse(folder, error) : error
  }
}

/** Opens the embedded database in a folder that no other process can use meanwhile. */
export async function openDataFolder(dataDir: string): Promise<Database> {
  const folder = await prepareFolder(dataDir)
  const unlock = await lockFolder(folder)
  if (!unlock) {
    throw new StartError(
      `${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    )
  }
  try {
    const database = await openLocked(folder)
    return {
      ...database,
      async close() {
        try {
          await database.close()
          await writeManifest(folder)
        } finally {
          await unlock()
        }
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
