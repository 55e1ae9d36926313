import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'

import { SourceError, type SourceFault } from '#server/errors.ts'

/** Documents of all sources take less than a second, even on a slow machine. */
const MAX_READING_MS = 5000
/** Ending a thread with a larger heap would block the server while memory is freed. */
const MAX_MEMORY_MB = 192
/** Consecutive documents share a thread; ending it frees its memory. */
const IDLE_MS = 10_000

/** An error would lose its class when it leaves the thread. */
export type Reading<Result> =
  | { result: Result }
  | { message: string; isTransient: boolean; fault: SourceFault | null }

/** One document at a time bounds the memory. */
const oneAtATime = pLimit(1)
let pool: Tinypool | null = null

async function readInThread<Result>(
  name: string,
  args: unknown[],
  label: string,
  maxReadingMs: number,
): Promise<Result> {
  pool ??= new Tinypool({
    filename: new URL('./document-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  const signal = AbortSignal.timeout(maxReadingMs)
  let reading: Reading<Result>
  try {
    reading = await pool.run(args, { name, signal })
  } catch (cause) {
    const reason = signal.aborted ? 'takes too long to read' : 'cannot be read in the memory for it'
    throw new SourceError(`${label} sent a document that ${reason}.`, { isTransient: false, cause })
  }
  if ('result' in reading) return reading.result
  throw new SourceError(reading.message, reading)
}

/** `read` is `name` in `document-worker.ts`. Unbundled tests run it without a thread. */
export function createDocumentReader<Args extends unknown[], Result>(
  label: string,
  name: string,
  read: (...args: Args) => Result | Promise<Result>,
  maxReadingMs = MAX_READING_MS,
): (...args: Args) => Promise<Result> {
  if (import.meta.env.PROD)
    return (...args) => oneAtATime(() => readInThread<Result>(name, args, label, maxReadingMs))
  return async (...args) => read(...args)
}
