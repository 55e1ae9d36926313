import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { QUERY_PATH } from '#contract/query.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { atMost, type Figure } from './figure.ts'
import { signIn, startProduct } from './product.ts'
import { fillYears } from './test-market.ts'

const CONNECTIONS = 16
const CAPACITY_S = 10
const OVERLOAD_S = Number(process.env['OVERLOAD_S'] ?? 60)
const OVERLOAD_FACTOR = 4
const PAUSE_BEFORE_RECOVERY_MS = 5000
const RECOVERY_S = 5
const PROBE_EVERY_MS = 50
const DAY_MS = 86_400_000

interface Answer {
  status: number
  durationMs: number
}

interface Client {
  /** Sends a query that no cache knows. */
  askCold: () => Promise<Answer>
  probe: () => Promise<Answer>
  close: () => void
}

function createClient(url: string, token: string): Client {
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
    close: () => {
      agent.destroy()
      probes.destroy()
    },
  }
}

/** Successful answers a second of a closed loop. */
async function measureCapacity({ askCold }: Client): Promise<number> {
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
async function sendAtRate({ askCold }: Client, rate: number, seconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = []
  const startMs = performance.now()
  for (;;) {
    const elapsedS = (performance.now() - startMs) / 1000
    if (elapsedS >= seconds) return Promise.all(answers)
    while (answers.length < elapsedS * rate) answers.push(askCold())
    await sleep(5)
  }
}

/** Runs `work` while health is probed and the memory of the process is read. */
async function whileWatched<Result>(client: Client, pid: number, work: () => Promise<Result>) {
  const stopping = new AbortController()
  const probesMs: number[] = []
  let peakMb = 0
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const { durationMs } = await client.probe()
      probesMs.push(durationMs)
      peakMb = Math.max(peakMb, await residentMb(pid))
      await sleep(PROBE_EVERY_MS)
    }
  })()
  const result = await work()
  stopping.abort()
  await watching
  return { result, probesMs, peakMb }
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

function percentile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((a, b) => a - b)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? 0
}

/** Four times as many new queries as the product can answer, for a minute: what gets through, and how soon the rest is refused. */
export async function measureOverload(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const database = await openDatabase({ dataDir })
  await fillYears(createSeriesStore(database), 2024, 2025)
  await database.close()
  const product = await startProduct({ dataDir }, 'none')
  const { token } = await signIn(product.url)
  const client = createClient(product.url, token)
  try {
    const capacity = await measureCapacity(client)
    const rate = OVERLOAD_FACTOR * capacity
    const {
      result: answers,
      probesMs,
      peakMb,
    } = await whileWatched(client, product.pid, () => sendAtRate(client, rate, OVERLOAD_S))
    await sleep(PAUSE_BEFORE_RECOVERY_MS)
    const recovered = await sendAtRate(client, capacity / 4, RECOVERY_S)
    return describe({ capacity, answers, probesMs, peakMb, recovered })
  } finally {
    client.close()
    await product.stop()
    await rm(dataDir, { recursive: true })
  }
}

function describe(measured: {
  capacity: number
  answers: readonly Answer[]
  probesMs: readonly number[]
  peakMb: number
  recovered: readonly Answer[]
}): Figure[] {
  const { capacity, answers, probesMs, peakMb, recovered } = measured
  const goodput = answers.filter(({ status }) => status === 200).length / OVERLOAD_S
  const refusedMs = answers.filter(({ status }) => status === 503).map(({ durationMs }) => durationMs)
  const others = answers.filter(({ status }) => status !== 200 && status !== 503).length
  const failedLater = recovered.filter(({ status }) => status !== 200).length
  const against = `the limit; new queries of a year at ${OVERLOAD_FACTOR} × capacity for ${OVERLOAD_S} s`
  return [
    {
      what: 'answers a second under overload',
      against: `its own capacity, ${against}`,
      product: goodput,
      reference: capacity,
      unit: 'answers/s',
      ratio: goodput / capacity,
      limit: 0.8,
      isAtLeast: true,
      isMet: goodput >= 0.8 * capacity,
    },
    atMost({ what: 'refusals under overload, p95', against, unit: 'ms' }, percentile(refusedMs, 0.95), 50),
    atMost({ what: 'neither answered nor refused', against, unit: 'requests' }, others, 0),
    atMost({ what: '/livez under overload, p99', against, unit: 'ms' }, percentile(probesMs, 0.99), 250),
    atMost({ what: 'memory under overload', against, unit: 'MB' }, peakMb, 700),
    atMost({ what: 'failures five seconds later', against, unit: 'requests' }, failedLater, 0),
  ]
}
