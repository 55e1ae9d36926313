import { createHash, randomUUID } from 'node:crypto'
import { link, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** Gives the lock back. */
export type Unlock = () => Promise<void>

/**
 * Takes a name that the system itself frees when its holder ends, however it ends; null where another process has it.
 * On Linux an abstract unix socket, on Windows a named pipe.
 */
function takeSystemName(name: string): Promise<Unlock | null> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () =>
      resolve(
        () =>
          new Promise((closed) => {
            server.close(() => closed())
          }),
      ),
    )
  })
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return true
  } catch (error) {
    // A process of another user is alive as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function makeLockFile(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Takes a lock by a file that holds its owner's process id; null where that process lives. For systems that free no name by
 * themselves. A lock is never taken for being old, and one whose owner is gone only after it was moved aside and read again.
 */
export async function takeLockFile(file: string): Promise<Unlock | null> {
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

/** Locks a folder for this process, or null where it is locked. The lock belongs to the folder itself, whatever path leads to it. */
export async function lockFolder(folder: string): Promise<Unlock | null> {
  if (process.platform !== 'linux' && process.platform !== 'win32') {
    return takeLockFile(join(folder, 'energy-metrics.lock'))
  }
  return takeSystemName(`energy-metrics-${await folderIdentity(folder)}`)
}

/** A name for the folder itself, the same by whatever path. Rejects where there is none. */
export async function folderIdentity(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)
}
