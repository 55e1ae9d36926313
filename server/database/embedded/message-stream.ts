import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

const LENGTH_BYTES = 4
/** Longer messages are not ours. */
const MAX_BYTES = 256 * 1024 * 1024

/** Sends length and bytes; dates and bytes keep their types. Returns the function that sends. */
export function createMessageStream(
  socket: Duplex,
  onMessage: (message: unknown) => void,
): (message: unknown) => void {
  let contentBytes: number | null = null

  socket.on('readable', () => {
    for (;;) {
      const wanted = contentBytes ?? LENGTH_BYTES
      const taken: Buffer | null = socket.read(wanted)
      // The stream's end can have fewer bytes.
      if (taken === null || taken.length < wanted) return
      if (contentBytes === null) {
        contentBytes = taken.readUInt32LE(0)
        if (contentBytes <= MAX_BYTES) continue
        socket.destroy()
        return
      }
      contentBytes = null
      onMessage(deserialize(taken))
    }
  })
  return (message) => {
    const content = serialize(message)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(content.length)
    if (!socket.destroyed) socket.write(Buffer.concat([length, content]))
  }
}
