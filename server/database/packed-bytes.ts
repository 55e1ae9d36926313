/** Values as one `bytea`, and where each is, from 1 as `substring` counts. An array of `bytea` travels as hexadecimal digits (decision 20). */
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
