import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { isAlive } from '#server/database/is-alive.ts'
import { codeOf } from '#server/errors.ts'

export type Unlock = () => Promise<void>

/** The system frees the name however its holder ends. Null if another process has it. */
async function lockSystemName(name: string): Promise<Unlock | null> {
  const server = createServer((socket) => socket.destroy()).unref()
  server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return null
    throw error
  }
  return () => server[Symbol.asyncDispose]()
}

async function makeLockFile(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** The file has its owner's process id. Null if that process is alive. A left file is moved aside and read again before it is replaced. */
export async function lockFile(file: string): Promise<Unlock | null> {
  const unlock = () => unlink(file)
  if (await makeLockFile(file)) return unlock
  const owner = await readFile(file, 'utf8').catch(() => '')
  if (owner === '' || isAlive(Number(owner))) return null
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => null)
  const moved = await readFile(aside, 'utf8').catch(() => null)
  if (moved !== null && moved !== owner) await link(aside, file).catch(() => null)
  if (moved !== null) await unlink(aside)
  return moved === owner && (await makeLockFile(file)) ? unlock : null
}

/** Null if it is locked. The lock belongs to the folder itself, by any path. */
export async function lockFolder(folder: string): Promise<Unlock | null> {
  if (process.platform !== 'linux' && process.platform !== 'win32') {
    return lockFile(join(folder, 'energy-metrics.lock'))
  }
  return lockSystemName(`energy-metrics-${await folderIdentity(folder)}`)
}

/** The same by any path. Rejects if the folder does not exist. */
export async function folderIdentity(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)
}
