/**
 * Packs values for a statement into one `bytea`, with where each of them is, as `substring` counts: from 1. As an array of `bytea` they
 * would travel as hexadecimal digits (decision 20).
 */
export function packBytes(values: readonly Uint8Array[]) {
  const lengths = values.map(({ byteLength }) => byteLength)
  let end = 1
  const starts = lengths.map((length) => {
    const start = end
    end += length
    return start
  })
  return { bytes: Buffer.concat(values), starts, lengths }
}
