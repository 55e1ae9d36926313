/** A file that cannot be imported: nothing of it is stored. */
export class CsvError extends Error {
  override name = 'CsvError'

  /** Without a line where the whole file is wrong. */
  constructor(line: number | null, reason: string) {
    super(line === null ? reason : `line ${line}: ${reason}`)
  }
}

/** A cell as a message quotes it: on one line, and short. */
export function quoted(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell)
}
