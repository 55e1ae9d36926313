import { once } from 'node:events'
import { mkdir, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { z } from 'zod'

import type { Database, Transaction } from '#server/database/database.ts'
import type { PrepareSchema } from '#server/database/migrations.ts'

import { createEmbeddedDatabase } from './embedded-database.ts'
import { folderIdentity } from './folder-lock.ts'
import { createMessageStream } from './message-stream.ts'
import { answerRequest, createRemoteEngine } from './remote-engine.ts'

/** Address for processes of the same user. Null if the database cannot be shared. */
export async function sharedAddress(dataDir: string): Promise<string | null> {
  const identity = await folderIdentity(dataDir).catch(() => null)
  if (identity === null) return null
  if (process.platform === 'win32') return `\\\\.\\pipe\\energy-metrics-shared-${identity}`
  const userId = process.getuid?.() ?? 0
  const folder = join(tmpdir(), `energy-metrics-${userId}`)
  await mkdir(folder, { mode: 0o700 }).catch(() => null)
  const found = await stat(folder).catch(() => null)
  // Another user may have made it, or may reach it.
  const isOurs = found?.isDirectory() === true && found.uid === userId && (found.mode & 0o077) === 0
  return isOurs ? join(folder, `${identity}.sock`) : null
}

/** All other callers wait during a transaction. */
const TRANSACTION_SILENCE_MS = 30_000

const RequestSchema = z.object({ id: z.number(), text: z.string(), parameters: z.array(z.unknown()) })

interface OpenTransaction {
  connection: Transaction
  end(word: 'COMMIT' | 'ROLLBACK'): Promise<void>
}

/** The caller ends the transaction. */
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
  // A client that leaves during a transaction changes no data.
  socket.once('close', () => {
    last = last.catch(() => null).then(() => open?.end('ROLLBACK').catch(() => undefined))
  })
}

/** Shares the database with commands of the same user. Returns it unchanged if that is impossible. */
export async function shareDatabase(database: Database, dataDir: string): Promise<Database> {
  const address = await sharedAddress(dataDir)
  if (address === null) return database
  // A socket left by a killed process: the folder is ours.
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

const AnswerSchema = z.object({
  id: z.number(),
  rows: z.array(z.record(z.string(), z.unknown())).optional(),
  error: z.object({ message: z.string(), code: z.string() }).optional(),
})

/** Opens the database through the running server. Null if none has it open. */
export async function openSharedDatabase(
  dataDir: string,
  prepareSchema?: PrepareSchema,
): Promise<Database | null> {
  const address = await sharedAddress(dataDir)
  if (address === null) return null
  const socket = connect(address)
  const isConnected = await once(socket, 'connect').catch(() => null)
  if (isConnected === null) return null
  const send = createMessageStream(socket, (message) => receive(AnswerSchema.parse(message)))
  const { engine, receive, end } = createRemoteEngine(send)
  socket.on('error', () => null)
  socket.once('close', () => end('The server that has the database open ended.'))
  // The engine belongs to the server, and stays open.
  const close = async () => void socket.destroy()
  const database = await createEmbeddedDatabase({ ...engine, close }, prepareSchema)
  // The server and other commands change the data, too.
  return { ...database, changeCount: () => null }
}
