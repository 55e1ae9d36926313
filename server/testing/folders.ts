import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { inject, onTestFinished } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder whose only user is `admin`. */
    madeDataFolder: { folder: string; password: string }
  }
}

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-process-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A copy of the data folder that was made before the tests: a start with it is much faster than a first start. */
export async function copyDataFolder(): Promise<{ dataDir: string; password: string }> {
  const { folder, password } = inject('madeDataFolder')
  const dataDir = await createFolder()
  cpSync(folder, dataDir, { recursive: true })
  return { dataDir, password }
}
