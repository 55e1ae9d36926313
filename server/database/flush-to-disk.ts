import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Flushes the names in a folder: what was made, renamed or removed there stays so. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

export async function writeFlushedFile(file: string, text: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Flushes everything below a folder. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await flushFolder(path)
    else if (entry.isFile()) {
      const handle = await open(path, 'r+')
      await handle.sync().finally(() => handle.close())
    }
  }
  await flushFolder(folder)
}
