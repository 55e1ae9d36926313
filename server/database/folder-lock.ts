import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'

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
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, () =>
      resolve(() => new Promise((closed) => server.close(() => closed()))),
    )
  })
}

/** Locks a folder for this process, or null where it is locked. The lock belongs to the folder itself, whatever path leads to it. */
export async function lockFolder(folder: string): Promise<Unlock | null> {
  const { dev, ino } = await stat(folder, { bigint: true })
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)
  return takeSystemName(`energy-metrics-${name}`)
}
