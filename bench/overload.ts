import { setTimeout as sleep } from 'node:timers/promises'

import { atMost, type Figure } from './figure.ts'
import { type Answer, measureCapacity, sendAtRate, whileWatched, withLoadedProduct } from './load.ts'

const OVERLOAD_S = Number(process.env['OVERLOAD_S'] ?? 60)
const OVERLOAD_FACTOR = 4
const PAUSE_BEFORE_RECOVERY_MS = 5000
const RECOVERY_S = 5

function percentile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((a, b) => a - b)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? 0
}

/** Four times as many new queries as the product can answer, for a minute: what gets through, and how soon the rest is refused. */
export function measureOverload(): Promise<Figure[]> {
  return withLoadedProduct(async (client, pid) => {
    const capacity = await measureCapacity(client)
    const rate = OVERLOAD_FACTOR * capacity
    const probesMs: number[] = []
    const { result: answers, peakMb } = await whileWatched(
      pid,
      () => sendAtRate(client, rate, OVERLOAD_S),
      async () => void probesMs.push((await client.probe()).durationMs),
    )
    await sleep(PAUSE_BEFORE_RECOVERY_MS)
    const recovered = await sendAtRate(client, capacity / 4, RECOVERY_S)
    return describe({ capacity, answers, probesMs, peakMb, recovered })
  })
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
    atMost({ what: 'memory under overload', against, unit: 'MB' }, peakMb, 500),
    atMost({ what: 'failures five seconds later', against, unit: 'requests' }, failedLater, 0),
  ]
}
