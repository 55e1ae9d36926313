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
  let parts: Buffer[] = []
  let partBytes = 0
  /** Length of the message being received; `null` between two messages. */
  let contentBytes: number | null = null

  /** The next bytes, or `null` until all of them have arrived. */
  function take(count: number): Buffer | null {
    if (partBytes < count) return null
    const whole = Buffer.concat(parts, partBytes)
    parts = [whole.subarray(count)]
    partBytes -= count
    return whole.subarray(0, count)
  }

  function readOn(): void {
    for (;;) {
      const taken = take(contentBytes ?? LENGTH_BYTES)
      if (taken === null) return
      if (contentBytes === null) {
        contentBytes = taken.readUInt32LE(0)
        if (contentBytes > MAX_BYTES) socket.destroy()
      } else {
        contentBytes = null
        onMessage(deserialize(taken))
      }
    }
  }

  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    partBytes += chunk.length
    readOn()
  })
  return (message) => {
    const content = serialize(message)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32LE(content.length)
    if (!socket.destroyed) socket.write(Buffer.concat([length, content]))
  }
}
