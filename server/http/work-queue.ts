import { afterRunning } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'

type Owner = number | string

/** Rejects with a `RequestError` if no place is free, or no turn comes in time. */
export interface WorkQueue {
  <Result>(
    owner: Owner,
    run: () => Promise<Result>,
    /** Continues a begun answer: waits, but is never refused. */
    isBegun?: boolean,
  ): Promise<Result>
  refuseWaiting(): void
}

export interface WorkQueueLimits {
  maxRunning: number
  maxRunningOfOwner?: number
  maxWaiting: number
  maxWaitingOfOwner?: number
  /** Without time in which the process stood still. */
  maxWaitMs: number
  refusal: string
  refusalStatus?: 429 | 503
  /** Number of waiting jobs, at every change. */
  onWaiting?: ((count: number) => void) | undefined
}

interface Job {
  isBegun: boolean
  begin: () => void
  refuse: () => void
}

const RETRY_AFTER_S = 2

function createTurns({ maxRunning, maxRunningOfOwner = maxRunning, onWaiting }: WorkQueueLimits) {
  /** The next turn first. */
  const waiting = new Map<Owner, Job[]>()
  const running = new Map<Owner, number>()
  const runningOf = (owner: Owner) => running.get(owner) ?? 0

  function beginNext(): void {
    while ([...running.values()].reduce((sum, count) => sum + count, 0) < maxRunning) {
      const next = [...waiting].find(([owner]) => runningOf(owner) < maxRunningOfOwner)
      if (next === undefined) break
      const [owner, [job, ...later]] = next
      waiting.delete(owner)
      if (later.length > 0) waiting.set(owner, later)
      running.set(owner, runningOf(owner) + 1)
      job?.begin()
    }
    onWaiting?.([...waiting.values()].flat().length)
  }
  return {
    waitingOf: (owner: Owner): readonly Job[] => waiting.get(owner) ?? [],
    allWaiting: (): readonly (readonly Job[])[] => [...waiting.values()],
    add(owner: Owner, job: Job): void {
      waiting.set(owner, [...(waiting.get(owner) ?? []), job])
      beginNext()
    },
    remove(owner: Owner, job: Job): void {
      const others = (waiting.get(owner) ?? []).filter((other) => other !== job)
      if (others.length > 0) waiting.set(owner, others)
      else waiting.delete(owner)
    },
    end(owner: Owner): void {
      const others = runningOf(owner) - 1
      if (others > 0) running.set(owner, others)
      else running.delete(owner)
      beginNext()
    },
  }
}

/** Owners take turns. If all places are taken, the owner with the most jobs loses the newest to one with fewer. */
export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const { maxWaiting, maxWaitingOfOwner = maxWaiting, maxWaitMs, refusal, refusalStatus = 503 } = limits
  const turns = createTurns(limits)
  const refused = () => new RequestError(refusalStatus, refusal, { 'retry-after': String(RETRY_AFTER_S) })
  const refusable = (jobs: readonly Job[]) => jobs.filter(({ isBegun }) => !isBegun)

  /** Throws a `RequestError` if there is no place. */
  function makeRoom(owner: Owner): void {
    const places = turns.allWaiting().map(refusable)
    const own = refusable(turns.waitingOf(owner)).length
    if (own >= maxWaitingOfOwner) throw refused()
    if (places.flat().length < maxWaiting) return
    const [most = []] = places.toSorted((a, b) => b.length - a.length)
    if (most.length <= own + 1) throw refused()
    most.at(-1)?.refuse()
  }

  function waitForTurn(owner: Owner, isBegun: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = isBegun ? () => {} : afterRunning(maxWaitMs, () => job.refuse())
      const job: Job = {
        isBegun,
        begin() {
          stopWaiting()
          resolve()
        },
        refuse() {
          stopWaiting()
          turns.remove(owner, job)
          reject(refused())
        },
      }
      turns.add(owner, job)
    })
  }

  async function work<Result>(owner: Owner, run: () => Promise<Result>, isBegun = false): Promise<Result> {
    if (!isBegun) makeRoom(owner)
    await waitForTurn(owner, isBegun)
    return run().finally(() => turns.end(owner))
  }
  return Object.assign(work, {
    refuseWaiting() {
      for (const job of refusable(turns.allWaiting().flat())) job.refuse()
    },
  })
}
