import { mkdir, readdir, rm, unlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { StartError } from '#server/errors.ts'

import { checkDataFolder } from './data-folder-check.ts'
import { dropManifest, writeManifest } from './data-folder-manifest.ts'
import type { Database } from '#server/database/database.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from './engine.ts'
import { startEmbeddedWorker } from './engine-worker-client.ts'
import { lockFolder } from './folder-lock.ts'

/** Stands in a folder while its database is being made: what a stop in between leaves is nobody's data. */
const UNFINISHED_FILE = 'energy-metrics.unfinished'

/** In the build the engine has a thread of its own; unbundled, in tests, it shares theirs. */
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

async function openDatabaseIn(folder: string): Promise<Database> {
  await clearUnfinished(folder)
  const isNew = (await checkDataFolder(folder)) === 'empty'
  if (isNew) await writeFile(join(folder, UNFINISHED_FILE), '')
  await dropManifest(folder)
  const engine = await openEngine(folder).catch((error: unknown) => {
    throw new StartError(
      `The database in ${folder} cannot be opened: put a backup there, or set DATA_DIR to an empty folder.`,
      { cause: error },
    )
  })
  try {
    const database = await createEmbeddedDatabase(engine)
    if (isNew) await unlink(join(folder, UNFINISHED_FILE))
    return database
  } catch (error) {
    await engine.close()
    if (!isNew) await writeManifest(folder)
    throw error
  }
}

function cannotUse(folder: string, error: unknown): StartError {
  const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return new StartError(
    `DATA_DIR ${folder} cannot be used (${reason}): set it to a folder that can be written.`,
  )
}

/** Opens the embedded database in a folder that no other process may use meanwhile. */
export async function openDataFolder(dataDir: string): Promise<Database> {
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw cannotUse(folder, error)
  })
  const unlock = await lockFolder(folder)
  if (!unlock) {
    throw new StartError(
      `${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    )
  }
  try {
    const database = await openDatabaseIn(folder).catch((error: unknown) => {
      const isOfFiles = error instanceof Error && 'syscall' in error
      throw isOfFiles ? cannotUse(folder, error) : error
    })
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
