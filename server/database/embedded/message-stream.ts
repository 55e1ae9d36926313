import type { Duplex } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

const LENGTH_BYTES = 4
/** A longer message is not one of ours. */
const MOST_BYTES = 256 * 1024 * 1024

/** Whole values over a socket: each is its length and its bytes; dates and binary stay what they are. Returns how to send one. */
export function createMessageStream(
  socket: Duplex,
  onMessage: (message: unknown) => void,
): (message: unknown) => void {
  let parts: Buffer[] = []
  let partBytes = 0
  /** Of the message whose length has come, `null` between two. */
  let contentBytes: number | null = null

  /** The next bytes, or `null` while they are not all here. */
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
        if (contentBytes > MOST_BYTES) socket.destroy()
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
