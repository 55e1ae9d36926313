import { open } from 'node:fs/promises'

/** Flushes the names in a folder: what was made, renamed or removed there stays so. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
