import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { folderIdentity } from './folder-lock.ts'

/** The folder for sockets that only this user can reach. Null if someone else made it. */
async function privateFolder(): Promise<string | null> {
  const userId = process.getuid?.() ?? 0
  const folder = join(tmpdir(), `energy-metrics-${userId}`)
  await mkdir(folder, { mode: 0o700 }).catch(() => null)
  const found = await stat(folder).catch(() => null)
  const isOurs = found?.isDirectory() === true && found.uid === userId && (found.mode & 0o077) === 0
  return isOurs ? folder : null
}

/** Where the process that has a data folder open shares its database with others of the same user. Null if it cannot. */
export async function sharedAddress(dataDir: string): Promise<string | null> {
  const identity = await folderIdentity(dataDir).catch(() => null)
  if (identity === null) return null
  if (process.platform === 'win32') return `\\\\.\\pipe\\energy-metrics-shared-${identity}`
  const folder = await privateFolder()
  return folder === null ? null : join(folder, `${identity}.sock`)
}
