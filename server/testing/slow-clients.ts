import { setTimeout as sleep } from 'node:timers/promises'

import type { TestApp } from './app.ts'
import { endlessly, speak } from './socket.ts'

const BETWEEN_PARTS_MS = 900
const BETWEEN_PROBES_MS = 250

/**
 * Connects `count` clients, half of which never finish their headers and half their body, and asks for `/livez` until the server has
 * closed the last of them. Needs a route `POST /echo`.
 */
export async function besideSlowClients({ server }: TestApp, count: number) {
  const address = server.listeningOrigin
  const port = Number(new URL(address).port)
  const head = 'GET /livez HTTP/1.1\r\nHost: x\r\n'
  const body =
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n'
  const slow = Array.from({ length: count }, (_, index) =>
    speak(port, index % 2 === 0 ? endlessly(head, 'X-Slow: 1\r\n') : endlessly(body, '1'), {
      betweenMs: BETWEEN_PARTS_MS,
    }),
  )
  const end = new AbortController()
  const closed = Promise.all(slow).finally(() => end.abort())
  const servedMs: number[] = []
  while (!end.signal.aborted) {
    const fromMs = performance.now()
    const answer = await fetch(`${address}/livez`)
    if (!answer.ok) throw new Error(`/livez answers ${answer.status}`)
    servedMs.push(performance.now() - fromMs)
    await sleep(BETWEEN_PROBES_MS)
  }
  const answers = await closed
  return {
    slowMs: answers.map(({ durationMs }) => durationMs),
    statuses: new Set(answers.map(({ status }) => status)),
    servedMs,
  }
}
