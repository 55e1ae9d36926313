import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const BETWEEN_PARTS_MS = 900
const BETWEEN_PROBES_MS = 250

const HEAD = 'GET /livez HTTP/1.1\r\nHost: x\r\n'
const BODY =
  'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n'

/** How the clients were cut off: each after how long, and with which statuses and bodies. */
export interface CutOff {
  slowMs: number[]
  refusals: string[]
}

/**
 * Connects `count` clients to a server with a route `POST /echo`. Half of them never finish their headers, half their body. Resolves
 * when the server has closed the last one.
 */
export async function connectSlowClients(port: number, count: number): Promise<CutOff> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      speak(port, index % 2 === 0 ? endlessly(HEAD, 'X-Slow: 1\r\n') : endlessly(BODY, '1'), {
        betweenMs: BETWEEN_PARTS_MS,
      }),
    ),
  )
  return {
    slowMs: answers.map(({ durationMs }) => durationMs),
    refusals: [...new Set(answers.map(({ status, text }) => `${status} ${text.split('\r\n\r\n').at(-1)}`))],
  }
}

/** Asks for `/livez` until something has ended, and gives how long each answer took. */
export async function serveUntil(ended: Promise<unknown>, address: string): Promise<number[]> {
  const end = new AbortController()
  void ended.catch(() => null).finally(() => end.abort())
  const servedMs: number[] = []
  while (!end.signal.aborted) {
    const fromMs = performance.now()
    const answer = await fetch(`${address}/livez`)
    if (!answer.ok) throw new Error(`/livez answers ${answer.status}`)
    servedMs.push(performance.now() - fromMs)
    await sleep(BETWEEN_PROBES_MS)
  }
  return servedMs
}

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
