import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'

import { z } from 'zod'

import type { Database, Transaction } from '#server/database/database.ts'

import { createMessageStream } from './message-stream.ts'
import { answerRequest } from './remote-engine.ts'
import { sharedAddress } from './shared-address.ts'

/** Everyone else waits while a transaction is open, so a silent one is rolled back after this time. */
const TRANSACTION_SILENCE_MS = 30_000

const RequestSchema = z.object({ id: z.number(), text: z.string(), parameters: z.array(z.unknown()) })

interface OpenTransaction {
  connection: Transaction
  end(word: 'COMMIT' | 'ROLLBACK'): Promise<void>
}

/** Begins a transaction that the caller ends. */
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

/** Runs the statements of one other process, one after the other. */
function serve(socket: Socket, database: Database): void {
  let open: OpenTransaction | null = null
  let last: Promise<void> = Promise.resolve()

  async function run(text: string, parameters: readonly unknown[]): Promise<object[]> {
    if (text === 'BEGIN') {
      open = await beginTransaction(database)
      socket.setTimeout(TRANSACTION_SILENCE_MS)
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
    send(await answerRequest(id, () => run(text, parameters)))
  }

  const send = createMessageStream(socket, (message) => {
    last = last.then(() => answer(message))
    last.catch(() => socket.destroy())
  })
  socket.on('error', () => null)
  socket.on('timeout', () => socket.destroy())
  // A client that leaves in the middle of a transaction has changed nothing.
  socket.once('close', () => {
    last = last.catch(() => null).then(() => open?.end('ROLLBACK').catch(() => undefined))
  })
}

/**
 * Lets other processes of the same user (the commands) work with a database that only this process can open. Sharing ends when
 * the returned database is closed. Returns the database itself where it cannot be shared.
 */
export async function shareDatabase(database: Database, dataDir: string): Promise<Database> {
  const address = await sharedAddress(dataDir)
  if (address === null) return database
  // A killed process may have left its socket behind. The folder is ours, so the socket is dead.
  if (process.platform !== 'win32') await rm(address, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, database)
  })
  const listening = await once(server.listen(address).unref(), 'listening').catch(() => null)
  if (listening === null) return database
  return {
    ...database,
    async close() {
      const closed = server[Symbol.asyncDispose]()
      for (const socket of sockets) socket.destroy()
      await closed
      await database.close()
    },
  }
}
