import { setTimeout as sleep } from 'node:timers/promises'

import { endlessly, speak } from './socket.ts'

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
