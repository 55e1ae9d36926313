import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawAnswer {
  status: number | null
  text: string
  durationMs: number
}

/**
 * Sends bytes that no HTTP client would send: writes the parts one after another and reads until the server closes the connection.
 * The parts can be endless.
 */
export async function speak(
  port: number,
  parts: Iterable<string>,
  { betweenMs = 0 }: { betweenMs?: number } = {},
): Promise<RawAnswer> {
  const from = performance.now()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let isOver = false
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
  // A server that closes while we write resets the connection; what it answered before counts.
  socket.on('error', () => null)
  const over = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isOver = true
      resolve()
    })
  })
  for (const part of parts) {
    if (isOver) break
    if (!socket.write(part))
      await Promise.race([over, new Promise((resolve) => socket.once('drain', resolve))])
    if (betweenMs > 0) await Promise.race([over, sleep(betweenMs)])
  }
  await over
  const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
  return { status: status === undefined ? null : Number(status), text, durationMs: performance.now() - from }
}

export function* endlessly(first: string, part: string): Generator<string> {
  yield first
  for (;;) yield part
}
