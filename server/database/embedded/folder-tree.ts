import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { flushToDisk } from '#server/database/flush-to-disk.ts'

/** Only root can read `lost+found`. With promises, hundreds of files would take six times as long. */
function entriesBelow(folder: string): (Dirent & { path: string })[] {
  const below = (path: string): Dirent[] =>
    readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => path !== folder || name !== 'lost+found')
      .flatMap((entry) => (entry.isDirectory() ? [entry, ...below(join(path, entry.name))] : [entry]))
  return below(folder).map((entry) => Object.assign(entry, { path: join(entry.parentPath, entry.name) }))
}

export function flushTree(folder: string): void {
  for (const entry of entriesBelow(folder)) {
    if (entry.isDirectory()) flushToDisk(entry.path, 'folder')
    else if (entry.isFile()) flushToDisk(entry.path, 'file')
  }
  flushToDisk(folder, 'folder')
}

/** Rejects for files of other users, but the folder of a volume can be root's. */
export function setModes(folder: string, { files, folders }: { files: number; folders: number }): void {
  const set = (path: string, mode: number) => {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  }
  if (statSync(folder).uid === process.getuid?.()) set(folder, folders)
  for (const entry of entriesBelow(folder)) {
    if (entry.isDirectory()) set(entry.path, folders)
    else if (entry.isFile()) set(entry.path, files)
  }
}
