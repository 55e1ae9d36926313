import { connect, type Socket } from 'node:net'

import { z } from 'zod'

import { DatabaseError } from '#server/errors.ts'

import type { Database } from '#server/database/database.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'
import type { EmbeddedEngine } from './engine.ts'
import { createMessageStream } from './message-stream.ts'
import { sharedAddress } from './shared-address.ts'

const AnswerSchema = z.object({
  id: z.number(),
  rows: z.array(z.record(z.string(), z.unknown())).optional(),
  error: z.object({ message: z.string(), code: z.string() }).optional(),
})
type Answer = z.infer<typeof AnswerSchema>

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

function connectTo(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

/** The engine of another process, over its socket. */
function createSharedEngine(socket: Socket): EmbeddedEngine {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const send = createMessageStream(socket, (message) => {
    const answer = AnswerSchema.parse(message)
    const call = waiting.get(answer.id)
    waiting.delete(answer.id)
    call?.resolve(answer)
  })
  socket.on('error', () => null)
  socket.once('close', () => {
    for (const { reject } of waiting.values())
      reject(new DatabaseError('The server that has the database open ended.'))
    waiting.clear()
  })

  async function query(text: string, parameters: readonly unknown[] = []): Promise<object[]> {
    if (socket.destroyed) throw new DatabaseError('The server that has the database open ended.')
    lastId += 1
    const id = lastId
    const { rows, error } = await new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      send({ id, text, parameters })
    })
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code })
    return rows ?? []
  }
  return {
    query,
    async script(text) {
      await query(text)
    },
    dump: () =>
      Promise.reject(new DatabaseError('A database that another process has open cannot be dumped.')),
    async close() {
      socket.destroy()
    },
  }
}

/** The database of a data folder that a running server has open, through that server; null where none has. */
export async function openSharedDatabase(dataDir: string): Promise<Database | null> {
  const address = await sharedAddress(dataDir)
  const socket = address === null ? null : await connectTo(address)
  if (socket === null) return null
  // The server changes the data too, and so do other guests.
  return { ...(await createEmbeddedDatabase(createSharedEngine(socket))), changeCount: () => null }
}
