import { setTimeout as sleep } from 'node:timers/promises'

/** What became of the queries of one phase. */
export interface Phase {
  /** Sorted. From the moment at which a query was due, so that waiting for its turn counts too. */
  latenciesMs: number[]
  /** Answered with 503, because too many were waiting. */
  refused: number
}

/**
 * Sends `count` queries at a fixed rate, whether answers come or not. A query that is sent late, because this process was held up,
 * still counts from when it was due. Rejects if one is answered with anything but 200 and 503.
 */
export async function sendAtFixedRate(
  send: () => Promise<number>,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<Phase> {
  const startMs = performance.now()
  const latenciesMs: number[] = []
  let refused = 0
  const ask = async (dueMs: number) => {
    const status = await send()
    if (status === 200) latenciesMs.push(performance.now() - dueMs)
    else if (status === 503) refused += 1
    else throw new Error(`A query is answered with ${status}`)
  }
  const sent: Promise<void>[] = []
  for (let index = 0; index < count; index += 1) {
    const dueMs = startMs + (index / perSecond) * 1000
    await sleep(Math.max(0, dueMs - performance.now()))
    sent.push(ask(dueMs))
  }
  await Promise.all(sent)
  return { latenciesMs: latenciesMs.toSorted((a, b) => a - b), refused }
}

/** The latency that a share of the answers stays within; NaN if there are none. */
export function within(sortedMs: readonly number[], share: number): number {
  return sortedMs[Math.min(sortedMs.length - 1, Math.ceil(sortedMs.length * share) - 1)] ?? Number.NaN
}
