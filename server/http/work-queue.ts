import { RequestError } from '#server/errors.ts'

export interface Work {
  /** Whose it is. Everybody gets the same share of the time, however much one asks for. */
  owner: number | string
  /** Pieces of one kind differ in their size only. */
  kind: string
  /** About how long it takes, ms. By which factor a kind takes longer here is learned. */
  roughMs: number
  /** It goes on with an answer that has begun: it waits for its turn, and is never refused. */
  isBegun?: boolean
}

/** Runs work when its turn comes. Rejects with a `RequestError` where it could not be done in time. */
export type WorkQueue = <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>

export interface WorkQueueLimits {
  maxRunning: number
  maxWaiting: number
  /** Work that would not be done by then is refused. */
  withinMs: number
  refusal: string
  refusalStatus?: 429 | 503
  /** Is called with how much work waits, whenever that changes. */
  onWaiting?: ((count: number) => void) | undefined
}

interface Job extends Work {
  expectedMs: number
  /** The shared time at which it began; null while it waits. */
  fromMs: number | null
  begin: () => void
  refuse: () => void
}

/** How much of what is known of a kind counts beside the newest piece of it; and what counts as known at first, ms. */
const KNOWN_SHARE = 0.8
const KNOWN_MS = 1000
/** Of work that takes longer, only one piece of each owner runs at a time, and never as many as can run: short work does not wait for it. */
const LONG_MS = 1000
const isLong = ({ expectedMs }: Job) => expectedMs > LONG_MS

/**
 * Runs at most `maxRunning` pieces of work at once and lets others wait, at most `maxWaiting`. A flood of costly requests cannot take the
 * processor or the memory from other users: they get the next turn and their places among those that wait. What cannot be done within
 * `withinMs` is refused at once with `refusal`; what has not begun by then is refused too, and never runs.
 */
export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const { maxRunning, maxWaiting, withinMs, refusal, refusalStatus = 503, onWaiting = () => {} } = limits
  /** In the order in which they came. */
  const waiting = new Set<Job>()
  const running = new Set<Job>()
  /** How long work of a kind was expected to take, and how long it took. */
  const known = new Map<string, { roughMs: number; tookMs: number }>()
  /** How much those who have work here have been given, ms. */
  const givenMs = new Map<Work['owner'], number>()
  let sharedMs = 0
  let sharedAtMs = performance.now()

  const knownOf = (kind: string) => known.get(kind) ?? { roughMs: KNOWN_MS, tookMs: KNOWN_MS }
  const refused = (waitMs: number) =>
    new RequestError(refusalStatus, refusal, {
      'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))),
    })

  /** How long a piece that always ran would have had the processor, which the running pieces share. */
  function sharedTime(): number {
    const nowMs = performance.now()
    if (running.size > 0) sharedMs += (nowMs - sharedAtMs) / running.size
    sharedAtMs = nowMs
    return sharedMs
  }

  /** How long it takes until a job is done: until then everybody else gets as much time as its owner. */
  function doneInMs({ owner, expectedMs }: Job): number {
    const nowMs = sharedTime()
    const leftMs = new Map([[owner, expectedMs]])
    for (const job of [...running, ...waiting]) {
      const hadMs = job.fromMs === null ? 0 : nowMs - job.fromMs
      leftMs.set(job.owner, (leftMs.get(job.owner) ?? 0) + Math.max(0, job.expectedMs - hadMs))
    }
    const ownMs = leftMs.get(owner) ?? 0
    return [...leftMs.values()].reduce((sum, ms) => sum + Math.min(ms, ownMs), 0)
  }

  /** The newest job of the owner who has most places, where `owner` would still have fewer with one more. */
  function findToGiveUp(owner: Work['owner']): Job | undefined {
    const places = (of: Work['owner']) =>
      [...waiting].filter((job) => job.owner === of && job.isBegun !== true)
    const [most = []] = [...givenMs.keys()].map(places).toSorted((a, b) => b.length - a.length)
    return most.length > places(owner).length + 1 ? most.at(-1) : undefined
  }

  function mayBegin(job: Job): boolean {
    if (!isLong(job)) return true
    const long = [...running].filter(isLong)
    return long.length < Math.max(1, maxRunning - 1) && long.every(({ owner }) => owner !== job.owner)
  }

  function beginNext(): void {
    const given = ({ owner }: Job) => givenMs.get(owner) ?? 0
    while (running.size < maxRunning) {
      const [next] = [...waiting].filter(mayBegin).toSorted((a, b) => given(a) - given(b))
      if (next === undefined) break
      givenMs.set(next.owner, given(next) + next.expectedMs)
      next.fromMs = sharedTime()
      waiting.delete(next)
      running.add(next)
      next.begin()
    }
    onWaiting(waiting.size)
  }

  function leave(job: Job): void {
    waiting.delete(job)
    running.delete(job)
    if ([...running, ...waiting].every(({ owner }) => owner !== job.owner)) givenMs.delete(job.owner)
    beginNext()
  }

  function checkRoom(job: Job): void {
    const doneMs = doneInMs(job)
    if (doneMs > Math.max(withinMs, job.expectedMs)) throw refused(doneMs - withinMs)
    if (waiting.size < maxWaiting || (running.size < maxRunning && mayBegin(job))) return
    const givenUp = findToGiveUp(job.owner)
    if (givenUp === undefined) throw refused(0)
    givenUp.refuse()
  }

  function waitForTurn(job: Job): Promise<void> {
    return new Promise((resolve, reject) => {
      if (job.isBegun !== true) checkRoom(job)
      job.begin = resolve
      job.refuse = () => {
        leave(job)
        reject(refused(0))
      }
      // Who comes last has the same share from now on, not what the others were given before.
      const [least = 0] = [...givenMs.values()].toSorted((a, b) => a - b)
      if (!givenMs.has(job.owner)) givenMs.set(job.owner, least)
      waiting.add(job)
      beginNext()
    })
  }

  return async (work, run) => {
    const { roughMs, tookMs } = knownOf(work.kind)
    const expectedMs = work.roughMs * (tookMs / roughMs)
    const job: Job = { ...work, expectedMs, fromMs: null, begin() {}, refuse() {} }
    const tooLong = work.isBegun === true ? undefined : setTimeout(() => job.refuse(), withinMs)
    try {
      await waitForTurn(job)
    } finally {
      clearTimeout(tooLong)
    }
    try {
      const result = await run()
      const { roughMs, tookMs } = knownOf(work.kind)
      known.set(work.kind, {
        roughMs: roughMs * KNOWN_SHARE + work.roughMs,
        tookMs: tookMs * KNOWN_SHARE + sharedTime() - (job.fromMs ?? 0),
      })
      return result
    } finally {
      sharedTime()
      leave(job)
    }
  }
}
