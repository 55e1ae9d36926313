import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'

import { z } from 'zod'

import type { Database, Transaction } from '#server/database/database.ts'
import { createMessageStream } from './message-stream.ts'
import { sharedAddress } from './shared-address.ts'

/** Others wait while a transaction is open: one that says nothing for so long is given up. */
const TRANSACTION_SILENCE_MS = 30_000

const RequestSchema = z.object({ id: z.number(), text: z.string(), parameters: z.array(z.unknown()) })

interface OpenTransaction {
  connection: Transaction
  end(word: 'COMMIT' | 'ROLLBACK'): Promise<void>
}

/** Begins a transaction that is ended from outside. */
function beginTransaction(database: Database): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const rolledBack = new Error('Rolled back')
    const transaction = database.transaction(
      (connection) =>
        new Promise<void>((commit, rollback) => {
          const end = async (word: 'COMMIT' | 'ROLLBACK') => {
            if (word === 'COMMIT') commit()
            else rollback(rolledBack)
            await transaction.catch((error: unknown) => {
              if (error !== rolledBack) throw error
            })
          }
          resolve({ connection, end })
        }),
    )
    transaction.catch(reject)
  })
}

function toPlainError(error: unknown): { message: string; code: string } {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { message: error instanceof Error ? error.message : String(error), code }
}

/** Runs the statements of one other process, one after the other. */
function serve(socket: Socket, database: Database): void {
  let open: OpenTransaction | null = null
  let last: Promise<void> = Promise.resolve()

  async function run(text: string, parameters: readonly unknown[]): Promise<object[]> {
    if (text === 'BEGIN') {
      open = await beginTransaction(database)
      socket.setTimeout(TRANSACTION_SILENCE_MS, () => socket.destroy())
      return []
    }
    if (text === 'COMMIT' || text === 'ROLLBACK') {
      const ending = open
      open = null
      socket.setTimeout(0)
      await ending?.end(text)
      return []
    }
    return open === null ? database.query(text, parameters) : open.connection.query(text, parameters)
  }

  async function answer(message: unknown): Promise<void> {
    const { id, text, parameters } = RequestSchema.parse(message)
    try {
      send({ id, rows: await run(text, parameters) })
    } catch (error) {
      send({ id, error: toPlainError(error) })
    }
  }

  const send = createMessageStream(socket, (message) => {
    last = last.then(() => answer(message))
    last.catch(() => socket.destroy())
  })
  socket.on('error', () => null)
  // Who goes in the middle of a transaction has changed nothing.
  socket.once('close', () => {
    last = last.catch(() => null).then(() => open?.end('ROLLBACK').catch(() => undefined))
  })
}

/**
 * Lets other processes of the same user, the commands, work with a database that only this process can open. Returns the
 * database; closing it ends that. Where it cannot be shared it is returned as it is.
 */
export async function shareDatabase(database: Database, dataDir: string): Promise<Database> {
  const address = await sharedAddress(dataDir)
  if (address === null) return database
  // Left behind by a process that was killed: the folder is ours now.
  if (process.platform !== 'win32') await rm(address, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, database)
  })
  const isShared = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(address, () => resolve(true))
  })
  if (!isShared) return database
  server.unref()
  return {
    ...database,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
      await database.close()
    },
  }
}
