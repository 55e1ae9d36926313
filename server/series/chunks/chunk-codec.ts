const BYTES_PER_VALUE = Float32Array.BYTES_PER_ELEMENT

/** Little-endian float32, as on all supported processors. */
export function encodeChunk(powerMw: Float32Array): Uint8Array {
  return Buffer.from(powerMw.buffer, powerMw.byteOffset, powerMw.byteLength)
}

/** Copies only misaligned bytes. Throws a `RangeError` if they end inside a value. */
export function decodeChunk(bytes: Uint8Array): Float32Array {
  if (bytes.byteLength % BYTES_PER_VALUE !== 0) throw new RangeError('A chunk ends inside a value')
  const canBeViewed = bytes.byteOffset % BYTES_PER_VALUE === 0
  const { buffer, byteOffset, byteLength } = canBeViewed ? bytes : new Uint8Array(bytes)
  return new Float32Array(buffer, byteOffset, byteLength / BYTES_PER_VALUE)
}

/** Float32 has seven digits: values below 131,072 MW keep two decimals. */
export function toMegawatts(stored: number): number {
  // Much faster than Math.round.
  return Math.floor(stored * 100 + 0.5) / 100
}
