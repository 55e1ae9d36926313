import { createReadStream, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'

import { CsvError as CsvSyntaxError, parse } from 'csv-parse'

import { CsvError, type CsvHeader, type CsvLine, readHeader, readLine } from './format.ts'

interface ParsedLine {
  record: string[]
  info: { lines: number }
}

/** Files that are no text in UTF-8, by their first bytes, and what to do with them. */
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

/** Size and time of change of a file. Throws a `CsvError` if it is not one, or of another kind than text in UTF-8. */
export async function checkFile(path: string): Promise<Stats> {
  const file = await stat(path)
  // A pipe cannot be read twice, and one that nobody writes to would never end.
  if (!file.isFile()) throw new CsvError(null, 'it is not a regular file. For standard input write -.')
  const head = Buffer.concat(await createReadStream(path, { end: HEAD_BYTES - 1 }).toArray())
  for (const [isKind, kind, advice] of OTHER_KINDS)
    if (isKind(head)) throw new CsvError(null, `it is ${kind}. ${advice}.`)
  return file
}

/** So that a quote that is never closed does not collect the rest of the file. */
const MAX_LINE_LENGTH = 10_000

/** Reads a file line by line, in little memory. Throws a `CsvError` at the first line that is wrong. */
export async function* readCsvLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<CsvLine> {
  let header: CsvHeader | null = null
  const file = createReadStream(path)
  file.on('data', (chunk) => onBytes(chunk.length))
  for await (const { record, info } of parsedLines(file)) {
    if (header === null) header = readHeader(record, info.lines)
    else yield readLine(record, info.lines, header)
  }
  if (header === null) throw new CsvError(1, 'the file is empty.')
}

/** The lines of a text as cells, the header among them. Throws a `CsvError`. */
export async function* parsedLines(file: Readable): AsyncGenerator<ParsedLine> {
  const parser = parse({
    bom: true,
    info: true,
    // Files that several programs wrote have more than one of them.
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_LINE_LENGTH,
  })
  // When the file fails, so does the parser, and the loop below ends.
  pipeline(file, parser, () => {})
  const lines: AsyncIterable<ParsedLine> = parser
  try {
    yield* lines
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    // Where the record that cannot be read begins: a quote that is not closed is found many lines below it.
    const line = parser.info.records + parser.info.empty_lines + 1
    const problem = error.code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')
    throw new CsvError(line, `it is not valid CSV (${problem}).`)
  }
}
