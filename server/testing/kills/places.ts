import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'

import { createFolder } from '#server/testing/process.ts'

import type { Place } from './test-kills.ts'

/** A fresh data folder, empty or a copy of another one. */
export async function createFolderPlace(copyOf?: string): Promise<Place & { dataDir: string }> {
  const dataDir = await createFolder()
  if (copyOf !== undefined) await promisify(execFile)('cp', ['-a', `${copyOf}/.`, dataDir])
  return {
    dataDir,
    location: { dataDir },
    environment: { DATA_DIR: dataDir },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}

/** A database on a server. The test removes it at its end. */
export function urlPlace(url: string): Place {
  return { location: { url }, environment: { DATABASE_URL: url }, remove: async () => undefined }
}
