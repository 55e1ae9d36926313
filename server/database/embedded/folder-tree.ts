import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

import { flushFolder } from '#server/database/flush-to-disk.ts'

/**
 * The files and folders in a data folder, without `lost+found`, which only root can read. Reads without promises: one for each of
 * hundreds of files would take six times as long.
 */
export function entriesBelow(folder: string): (Dirent & { path: string })[] {
  const below = (path: string): Dirent[] =>
    readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => path !== folder || name !== 'lost+found')
      .flatMap((entry) => (entry.isDirectory() ? [entry, ...below(join(path, entry.name))] : [entry]))
  return below(folder).map((entry) => Object.assign(entry, { path: join(entry.parentPath, entry.name) }))
}

/** Flushes everything in a folder. */
export async function flushTree(folder: string): Promise<void> {
  for (const entry of entriesBelow(folder)) {
    if (entry.isDirectory()) await flushFolder(entry.path)
    else if (entry.isFile()) {
      const handle = await open(entry.path, 'r+')
      await handle.sync().finally(() => handle.close())
    }
  }
  await flushFolder(folder)
}

/** Gives everything in a folder these permissions, where it has others. Rejects for what belongs to another user. */
export function setModes(folder: string, { files, folders }: { files: number; folders: number }): void {
  for (const entry of entriesBelow(folder)) {
    const mode = entry.isDirectory() ? folders : files
    const isOurs = entry.isDirectory() || entry.isFile()
    if (isOurs && (statSync(entry.path).mode & 0o777) !== mode) chmodSync(entry.path, mode)
  }
}
