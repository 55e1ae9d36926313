const BYTES_PER_VALUE = Float32Array.BYTES_PER_ELEMENT

/** Values of a chunk as the database keeps them, in the memory of the values: little-endian float32, as on every processor that this product runs on. */
export function encodeChunk(powerMw: Float32Array): Uint8Array {
  return Buffer.from(powerMw.buffer, powerMw.byteOffset, powerMw.byteLength)
}

/** The values of a chunk, where possible in the memory of the bytes. Throws a `RangeError` if the bytes end inside a value. */
export function decodeChunk(bytes: Uint8Array): Float32Array {
  if (bytes.byteLength % BYTES_PER_VALUE !== 0) throw new RangeError('A chunk ends inside a value')
  const canBeViewed = bytes.byteOffset % BYTES_PER_VALUE === 0
  const { buffer, byteOffset, byteLength } = canBeViewed ? bytes : new Uint8Array(bytes)
  return new Float32Array(buffer, byteOffset, byteLength / BYTES_PER_VALUE)
}

/** A stored value as it is read. Float32 keeps seven digits; a value below 131,072 MW with two decimals comes back exactly. */
export function toMegawatts(stored: number): number {
  // Much faster than Math.round.
  return Math.floor(stored * 100 + 0.5) / 100
}
