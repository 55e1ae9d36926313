import { closeSync, fsyncSync, openSync } from 'node:fs'

/** For a folder, flushes its names: files made, renamed or removed there stay so. Windows flushes no folders. */
export function flushToDisk(path: string, kind: 'file' | 'folder'): void {
  if (kind === 'folder' && process.platform === 'win32') return
  const descriptor = openSync(path, kind === 'folder' ? 'r' : 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
