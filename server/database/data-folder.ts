import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { StartError } from '#server/errors.ts'

import type { Database } from './database.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from './embedded-engine.ts'
import { startEmbeddedWorker } from './embedded-worker-client.ts'
import { lockFolder } from './folder-lock.ts'

/** PostgreSQL major of the embedded engine: a data folder belongs to one. */
const EMBEDDED_MAJOR = '18'
const CONTROL_FILE_BYTES = 8192

async function refuseBroken(folder: string): Promise<void> {
  if ((await readdir(folder)).length === 0) return
  const major = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')
  if (major.trim() === '') {
    throw new StartError(
      `${folder} holds files that are no database: set DATA_DIR to an empty folder, or restore a backup there.`,
    )
  }
  if (major.trim() !== EMBEDDED_MAJOR) {
    throw new StartError(
      `${folder} was made by PostgreSQL ${major.trim()}, this version works with ${EMBEDDED_MAJOR}: set DATA_DIR to another folder, or move the data with the version that made it.`,
    )
  }
  const control = await stat(join(folder, 'global', 'pg_control')).catch(() => null)
  if (control?.size !== CONTROL_FILE_BYTES) {
    throw new StartError(
      `The database in ${folder} is damaged: restore a backup there, or set DATA_DIR to an empty folder.`,
    )
  }
}

/** In the build the engine has a thread of its own; unbundled, in tests, it shares theirs. */
function openEngine(dataDir: string): Promise<EmbeddedEngine> {
  return import.meta.env.PROD
    ? startEmbeddedWorker({ dataDir }, new URL('./embedded-worker.js', import.meta.url))
    : openEmbeddedEngine({ dataDir })
}

/** Opens the embedded database in a folder that no other process may use meanwhile. */
export async function openDataFolder(dataDir: string): Promise<Database> {
  const folder = resolve(dataDir)
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`DATA_DIR ${folder} cannot be made: ${String(error)}`)
  })
  const unlock = await lockFolder(folder)
  if (!unlock) {
    throw new StartError(
      `${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    )
  }
  try {
    await refuseBroken(folder)
    const database = await createEmbeddedDatabase(await openEngine(folder))
    return {
      ...database,
      async close() {
        await database.close()
        await unlock()
      },
    }
  } catch (error) {
    await unlock()
    throw error
  }
}
