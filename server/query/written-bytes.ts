import type { Steps } from './turns.ts'

/** More than this is not kept for the next answer. A year of a group takes 3 MB. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024
/** Memory that no answer is written into now. */
let kept: Buffer | null = null

/**
 * The bytes that `write` puts into memory of at least `length` bytes, up to the end that it returns. One answer after the other is written
 * into the same memory: fresh megabytes for each would make the garbage collector run more often.
 */
export function* writtenBytes(length: number, write: (bytes: Buffer) => Steps<number>): Steps<Buffer> {
  const bytes = kept !== null && kept.byteLength >= length ? kept : Buffer.allocUnsafeSlow(length)
  kept = null
  const end = yield* write(bytes)
  if (bytes.byteLength <= MAX_KEPT_BYTES) kept = bytes
  // A copy of the right size, so that the cache does not hold memory that is not needed.
  return Buffer.from(bytes.subarray(0, end))
}
