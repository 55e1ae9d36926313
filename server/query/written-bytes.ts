/** More than this is not kept for the next answer. A year of a group takes 3 MB. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024
let kept = Buffer.alloc(0)

function roomFor(length: number): Buffer {
  if (length <= kept.byteLength) return kept
  const room = Buffer.allocUnsafeSlow(length)
  if (length <= MOST_KEPT_BYTES) kept = room
  return room
}

/**
 * The bytes that `write` puts into memory of at least `length` bytes, up to the end that it returns. One answer after the other is written
 * into the same memory: fresh megabytes for each would make the garbage collector run more often.
 */
export function writtenBytes(length: number, write: (bytes: Buffer) => number): Buffer {
  const room = roomFor(length)
  // A copy of the right size, so that the cache does not hold memory that is not needed.
  return Buffer.from(room.subarray(0, write(room)))
}
