const EXTENSION_LENGTH_AT = 15
const HEADER_BYTES = 19
/** In place of a number of fields. */
const END = -1

/**
 * The rows of PostgreSQL's binary format of COPY: the bytes of every field, in the memory of what is given. Throws a `RangeError`
 * if they are cut off, and for NULL. Source: https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format".
 */
export function readCopiedRows(copied: Uint8Array): Buffer[][] {
  const bytes = Buffer.from(copied.buffer, copied.byteOffset, copied.byteLength)
  const rows: Buffer[][] = []
  let at = HEADER_BYTES + bytes.readInt32BE(EXTENSION_LENGTH_AT)
  for (;;) {
    const fieldCount = bytes.readInt16BE(at)
    at += 2
    if (fieldCount === END) return rows
    const row: Buffer[] = []
    for (let field = 0; field < fieldCount; field += 1) {
      const length = bytes.readInt32BE(at)
      at += 4
      if (length < 0) throw new RangeError('A copied field is NULL')
      row.push(bytes.subarray(at, at + length))
      at += length
    }
    rows.push(row)
  }
}
