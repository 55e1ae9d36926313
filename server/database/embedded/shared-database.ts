import { once } from 'node:events'
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
  if (address === null) return null
  const socket = connect(address)
  const isConnected = await once(socket, 'connect').catch(() => null)
  if (isConnected === null) return null
  const database = await createEmbeddedDatabase(createSharedEngine(socket), prepareSchema)
  // The server changes the data too, and so do other commands.
  return { ...database, changeCount: () => null }
}
