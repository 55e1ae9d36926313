import { connect, type Socket } from 'node:net'

import { z } from 'zod'

import type { Database } from '#server/database/database.ts'
import type { PrepareSchema } from '#server/database/migrations.ts'

import { createEmbeddedDatabase } from './embedded-database.ts'
import type { EmbeddedEngine } from './engine.ts'
import { createMessageStream } from './message-stream.ts'
import { createRemoteEngine } from './remote-engine.ts'
import { sharedAddress } from './shared-address.ts'

const AnswerSchema = z.object({
  id: z.number(),
  rows: z.array(z.record(z.string(), z.unknown())).optional(),
  error: z.object({ message: z.string(), code: z.string() }).optional(),
})

function connectTo(address: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })
}

/** The engine of another process, over its socket. */
function createSharedEngine(socket: Socket): EmbeddedEngine {
  const send = createMessageStream(socket, (message) => receive(AnswerSchema.parse(message)))
  const { engine, receive, end } = createRemoteEngine(send)
  socket.on('error', () => null)
  socket.once('close', () => end('The server that has the database open ended.'))
  return {
    ...engine,
    // The engine itself goes on: it belongs to the server.
    async close() {
      socket.destroy()
    },
  }
}

/** The database of a data folder, through the running server that has it open. Null if none has. */
export async function openSharedDatabase(
  dataDir: string,
  prepareSchema?: PrepareSchema,
): Promise<Database | null> {
  const address = await sharedAddress(dataDir)
  const socket = address === null ? null : await connectTo(address)
  if (socket === null) return null
  const database = await createEmbeddedDatabase(createSharedEngine(socket), prepareSchema)
  // The server changes the data too, and so do other commands.
  return { ...database, changeCount: () => null }
}
