import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'

import { CsvError as CsvSyntaxError, parse } from 'csv-parse'

import { checkHeader, CsvError, type CsvLine, type CsvRow, NO_ROW_NUMBERS, readLine } from './format.ts'

const OTHER_KINDS: readonly (readonly [isKind: (head: Buffer) => boolean, kind: string, advice: string])[] = [
  [(head) => head.subarray(0, 2).equals(Buffer.of(0x1f, 0x8b)), 'compressed with gzip', 'Decompress it'],
  [
    (head) => head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004',
    'a workbook or a ZIP archive',
    'Save it as CSV in UTF-8',
  ],
  [(head) => head.includes(0), 'text in UTF-16, or no text', 'Save it as CSV in UTF-8'],
]
const HEAD_BYTES = 512
const PIECE_LENGTH = 16_384

const LINE_END = /[\r\n]$/

/** `isCut`: the last line has no end. Throws a `CsvError` if it is not a file of UTF-8 text. */
export async function checkFile(path: string): Promise<{ stats: Stats; isCut: boolean }> {
  const stats = await stat(path)
  // A pipe cannot be read twice, and never ends without a writer.
  if (!stats.isFile()) throw new CsvError(null, 'it is not a regular file. For standard input write -.')
  const head = Buffer.concat(await createReadStream(path, { end: HEAD_BYTES - 1 }).toArray())
  for (const [isKind, kind, advice] of OTHER_KINDS)
    if (isKind(head)) throw new CsvError(null, `it is ${kind}. ${advice}.`)
  const end = Buffer.concat(await createReadStream(path, { start: Math.max(0, stats.size - 1) }).toArray())
  return { stats, isCut: !LINE_END.test(end.toString()) }
}

/** So that reading stops at the first bad line. */
export const piecesOf = (text: string): Readable =>
  Readable.from(
    (function* pieces() {
      for (let from = 0; from < text.length; from += PIECE_LENGTH) yield text.slice(from, from + PIECE_LENGTH)
    })(),
  )

/** Limits what an unclosed quote collects. */
const MAX_LINE_LENGTH = 10_000

/** Throws a `CsvError` at the first bad line. */
export async function* readCsvLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<CsvLine> {
  let isEmpty = true
  const file = createReadStream(path)
  file.on('data', (chunk) => onBytes(chunk.length))
  const rows = readRows(file, (names, line) => {
    isEmpty = false
    checkHeader(names, line)
  })
  for await (const row of rows) yield readLine(row)
  if (isEmpty) throw new CsvError(1, 'the file is empty.')
}

export async function* readRows(
  text: Readable,
  check: (names: readonly string[], line: number) => void,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    info: true,
    // Files written by several programs mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_LINE_LENGTH,
  })
  // A failing text ends the loop below.
  pipeline(text, parser, () => {})
  const lines: AsyncIterable<{ record: string[]; info: { lines: number } }> = parser
  let names: string[] | null = null
  try {
    for await (const { record, info } of lines) {
      const number = info.lines
      const width = names?.length ?? record.length
      if (record.length !== width) {
        // R writes row numbers without a header cell.
        const areNumbered = record.length === width + 1 && /^\d+$/.test(record[0] ?? '')
        const advice = areNumbered ? ` If the first are row numbers: ${NO_ROW_NUMBERS}` : ''
        throw new CsvError(number, `it has ${record.length} cells, the header has ${width}.${advice}`)
      }
      if (names === null) {
        check(record, number)
        names = record
      } else yield { number, cell: (column) => record[names?.indexOf(column) ?? -1] ?? '' }
    }
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    // Start of the record: an unclosed quote is detected many lines later.
    const line = parser.info.records + parser.info.empty_lines + 1
    const problem = error.code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')
    throw new CsvError(line, `it is not valid CSV (${problem}).`)
  }
}
