import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'

import { CsvError as CsvSyntaxError, parse } from 'csv-parse'

import { CsvError, type CsvHeader, type CsvLine, readHeader, readLine } from './format.ts'

interface ReadCsvOptions {
  /** Is given every byte of the file. */
  hash: Hash
  onBytes?: (bytes: number) => void
}

interface ParsedLine {
  record: string[]
  info: { lines: number }
}

/** So that a quote that is never closed does not collect the rest of the file. */
const MAX_LINE_LENGTH = 10_000

/** Reads a file line by line, in little memory. Throws a `CsvError` at the first line that is wrong. */
export async function* readCsvLines(path: string, options: ReadCsvOptions): AsyncGenerator<CsvLine> {
  let header: CsvHeader | null = null
  for await (const { record, info } of parsedLines(path, options)) {
    if (header === null) header = readHeader(record, info.lines)
    else yield readLine(record, info.lines, header)
  }
  if (header === null) throw new CsvError(1, 'the file is empty.')
}

async function* parsedLines(path: string, { hash, onBytes }: ReadCsvOptions): AsyncGenerator<ParsedLine> {
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
  const file = createReadStream(path)
  file.on('data', (chunk) => {
    hash.update(chunk)
    onBytes?.(chunk.length)
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
