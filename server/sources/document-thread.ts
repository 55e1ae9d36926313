import pLimit from 'p-limit'
import { Tinypool } from 'tinypool'

import { SourceError, type SourceFault } from '#server/errors.ts'

/** No document that a source sends for one request takes a second, even on a slow machine. */
const MAX_READING_MS = 5000
/** Ending a thread that holds more would hold up the server while its memory is given back. */
const MAX_MEMORY_MB = 192
/** Documents that follow each other share a thread; between them its memory is given back. */
const IDLE_MS = 10_000

/** The result of a reader in the thread. An error that leaves a thread would lose its class. */
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

/** Lets `read`, `name` in `document-worker.ts`, read documents: in a thread with limits of time and memory, in unbundled tests in the caller's. */
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
