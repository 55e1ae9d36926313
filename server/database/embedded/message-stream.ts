import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

const LENGTH_BYTES = 4
/** A message this long is not one of ours. */
const MAX_BYTES = 256 * 1024 * 1024

/** Sends values over a socket, each as its length and its bytes. Dates and bytes keep their types. Returns the function that sends. */
export function createMessageStream(
  socket: Duplex,
  onMessage: (message: unknown) => void,
): (message: unknown) => void {
  /** Length of the message being received; `null` between two messages. */
  let contentBytes: number | null = null

  socket.on('readable', () => {
    for (;;) {
      const wanted = contentBytes ?? LENGTH_BYTES
      const taken: Buffer | null = socket.read(wanted)
      // At the end of the stream there can be fewer bytes than wanted.
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
