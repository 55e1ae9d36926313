/** Many values in one `bytea`, and where each of them is, as `substring` counts: from 1. */
export interface PackedBytes {
  bytes: Uint8Array
  starts: number[]
  lengths: number[]
}

/** Packs values for a statement. As an array of `bytea` they would travel as hexadecimal digits (decision 20). */
export function packBytes(values: readonly Uint8Array[]): PackedBytes {
  const lengths = values.map(({ byteLength }) => byteLength)
  let end = 1
  const starts = lengths.map((length) => {
    const start = end
    end += length
    return start
  })
  return { bytes: Buffer.concat(values), starts, lengths }
}
