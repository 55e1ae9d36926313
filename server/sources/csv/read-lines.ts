import type { Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'

import { CsvError as CsvSyntaxError, parse } from 'csv-parse'

import { checkLine, type CsvLine } from './check-line.ts'
import { readHeader, type CsvHeader } from './columns.ts'
import { CsvError } from './csv-error.ts'

export interface ReadCsvOptions {
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
    else yield checkLine(record, info.lines, header)
  }
  if (header === null) throw new CsvError(1, 'the file is empty.')
}

async function* parsedLines(path: string, { hash, onBytes }: ReadCsvOptions): AsyncGenerator<ParsedLine> {
  const parser = parse({
    bom: true,
    info: true,
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
    if (error instanceof CsvSyntaxError)
      throw new CsvError(parser.info.lines, `it is not valid CSV (${syntaxProblem(error)}).`)
    throw error
  }
}

function syntaxProblem({ code }: CsvSyntaxError): string {
  return code.replace(/^CSV_/, '').toLowerCase().replaceAll('_', ' ')
}
