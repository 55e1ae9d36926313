import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { QUERY_PATH } from '#contract/query.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { signIn, startProduct } from './product.ts'
import { fillYears } from './test-market.ts'

const CONNECTIONS = 16
const CAPACITY_S = 10
const DAY_MS = 86_400_000

export interface Answer {
  status: number
  durationMs: number
}

export interface LoadClient {
  /** Sends a query that no cache knows. */
  askCold: () => Promise<Answer>
  probe: () => Promise<Answer>
  /** The values of the server's metrics that have no labels, by name. */
  readMetrics: () => Promise<ReadonlyMap<string, number>>
  /** Closes its connections; the next request opens another one. */
  close: () => void
}

function createClient(url: string, token: string): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
  const probes = new Agent({ keepAlive: true })
  let asked = 0

  /** A group over a year; each query begins and ends at another minute. */
  function nextBody(): string {
    asked += 1
    const fromUtc = Date.UTC(2024, 0, 2) + (asked % 300) * DAY_MS + (asked % 1439) * 60_000
    const wall = (utc: number) => new Date(utc).toISOString().slice(0, 16).replace('T', ' ')
    const time = [wall(fromUtc), wall(fromUtc + 365 * DAY_MS)]
    return JSON.stringify({ category: 'Residual Load', area: 'CWE', time, frequency: 'H' })
  }

  function send(path: string, body: string | null, from: Agent): Promise<Answer> {
    const startMs = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return new Promise((resolve) => {
      const end = (status: number) => resolve({ status, durationMs: performance.now() - startMs })
      const sending = request(
        url + path,
        { method: body === null ? 'GET' : 'POST', agent: from, headers: body === null ? {} : headers },
        (response) => response.resume().on('end', () => end(response.statusCode ?? 0)),
      )
      sending.on('error', () => end(0))
      sending.end(body ?? undefined)
    })
  }
  return {
    askCold: () => send(QUERY_PATH, nextBody(), agent),
    probe: () => send('/livez', null, probes),
    async readMetrics() {
      const text = await (await fetch(`${url}/metrics`)).text()
      return new Map(
        [...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
      )
    },
    close: () => {
      agent.destroy()
      probes.destroy()
    },
  }
}

/** Successful answers a second of a closed loop. */
export async function measureCapacity({ askCold }: LoadClient): Promise<number> {
  const endMs = performance.now() + CAPACITY_S * 1000
  let answered = 0
  const loop = async () => {
    while (performance.now() < endMs) {
      const { status } = await askCold()
      if (status === 200) answered += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  return answered / CAPACITY_S
}

/** Sends queries at a fixed rate, whether answers come or not. */
export async function sendAtRate({ askCold }: LoadClient, rate: number, seconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  const startMs = performance.now()
  for (;;) {
    const elapsedS = (performance.now() - startMs) / 1000
    if (elapsedS >= seconds) return Promise.all(answers)
    while (answers.length < elapsedS * rate) answers.push(askCold())
    await sleep(5)
  }
}

/** The memory of a process in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const WATCH_EVERY_MS = 50

/** The result of some work, and the largest memory of a process meanwhile. `alongside` is also called again and again. */
export async function whileWatched<Result>(
  pid: number,
  work: () => Promise<Result>,
  alongside: () => Promise<void> = async () => {},
): Promise<{ result: Result; peakMb: number }> {
  const stopping = new AbortController()
  let peakMb = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await alongside()
      peakMb = Math.max(peakMb, await residentMb(pid))
      await sleep(WATCH_EVERY_MS)
    }
  })()
  const result = await work()
  stopping.abort()
  await watching
  return { result, peakMb }
}

/** Calls `measure` with a client of the built product that has two years of all series. `environment` is added to its own. */
export async function withLoadedProduct<Result>(
  measure: (client: LoadClient, pid: number) => Promise<Result>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const database = await openDatabase({ dataDir })
  await fillYears(createSeriesStore(database), 2024, 2025)
  await database.close()
  const product = await startProduct({ dataDir }, 'none', 0, environment)
  const { token } = await signIn(product.url)
  const client = createClient(product.url, token)
  try {
    return await measure(client, product.pid)
  } finally {
    client.close()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}
