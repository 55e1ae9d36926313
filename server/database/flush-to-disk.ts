import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Flushes a file, or the names in a folder: what was made, renamed or removed there stays so. Windows flushes no folders. */
export function flushToDisk(path: string, kind: 'file' | 'folder'): void {
  if (kind === 'folder' && process.platform === 'win32') return
  const descriptor = openSync(path, kind === 'folder' ? 'r' : 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
