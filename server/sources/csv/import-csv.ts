import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import type { Clock } from '#server/clock.ts'
import { HOUR_MS } from '#server/series/series.ts'
import type { SeriesBlock, SeriesKey, SeriesStore } from '#server/series/series.ts'
import { refuseImplausible } from '#server/sources/plausible-values.ts'

import type { CsvLine } from './check-line.ts'
import { type ValueColumn, VALUE_COLUMNS } from './columns.ts'
import { CsvError } from './csv-error.ts'
import { createMonthBuffer } from './months.ts'
import { readCsvLines } from './read-lines.ts'
import { createQuarterMarks, type QuarterMarks } from './steps.ts'

export interface CsvImportOptions {
  series: SeriesStore
  clock: Clock
  /** Is called with the share of the work that is done, 0 to 1. */
  onProgress?: (share: number) => void
}

export interface CsvImportResult {
  lines: number
  values: number
  /** Values that cannot be true and were left out, by area. */
  refused: ReadonlyMap<MemberCode, number>
  /** Stored values that have changed. */
  changedSlots: number
  /** Hours of a series whose step neither the file nor the stamps around them say. */
  guessedHours: number
}

/** What the first reading of a file found out. */
interface Survey {
  sha256: string
  keys: readonly SeriesKey[]
  marks: QuarterMarks
  lines: number
  values: number
}

/** Memory for values on their way into the database; a month of quarter hours of one series takes 24 kB of it. */
const MOST_BUFFERED_BYTES = 8_000_000

/**
 * Brings a CSV file into the store, whole or not at all. The memory it needs does not grow with the file: the file is read
 * twice, once to check every line and to learn the steps, once to write it in one transaction. Its values replace what is
 * stored. Rejects with a `CsvError` that names the line and the reason, with the error of the file system, or with a `DatabaseError`.
 */
export async function importCsv(path: string, options: CsvImportOptions): Promise<CsvImportResult> {
  const { size } = await stat(path)
  let bytesRead = 0
  const onBytes = (bytes: number) => {
    bytesRead += bytes
    options.onProgress?.(Math.min(1, bytesRead / (2 * size)))
  }
  const found = await survey(path, onBytes)
  const now = options.clock()
  const refused = new Map<MemberCode, number>()
  const guessedHours = new Set<string>()
  async function* batches(): AsyncGenerator<SeriesBlock[]> {
    for await (const blocks of readBatches(path, found, { onBytes, guessedHours }))
      yield blocks.map((block) => {
        const checked = refuseImplausible(block, now)
        if (checked.refused > 0) refused.set(block.area, (refused.get(block.area) ?? 0) + checked.refused)
        return checked.block
      })
  }
  const provenance = { source: `csv ${basename(path)}`, fetchedAtUtc: now }
  const { changedSlots } = await options.series.writeAll(found.keys, batches(), provenance, 'replace')
  return { lines: found.lines, values: found.values, refused, changedSlots, guessedHours: guessedHours.size }
}

/** Reads a file once without keeping it. */
async function survey(path: string, onBytes: (bytes: number) => void): Promise<Survey> {
  const hash = createHash('sha256')
  const marks = createQuarterMarks()
  const keys = new Map<number, SeriesKey>()
  let lines = 0
  let values = 0
  for await (const line of readCsvLines(path, { hash, onBytes })) {
    lines += 1
    for (const { number, column } of valuesOf(line)) {
      values += 1
      if (!keys.has(number)) keys.set(number, keyOf(line.area, column))
      if (!marks.mark(number, line.stampUtc)) throw repeated(line, column)
    }
  }
  return { sha256: hash.digest('hex'), keys: [...keys.values()], marks, lines, values }
}

/** Reads a surveyed file again, in portions. Throws if it is not the same file any more. */
async function* readBatches(
  path: string,
  { marks, sha256 }: Survey,
  { onBytes, guessedHours }: { onBytes: (bytes: number) => void; guessedHours: Set<string> },
): AsyncGenerator<SeriesBlock[]> {
  const hash = createHash('sha256')
  const buffer = createMonthBuffer()
  for await (const line of readCsvLines(path, { hash, onBytes })) {
    for (const { number, column, powerMw } of valuesOf(line)) {
      const shown = line.stepMinutes === null ? marks.stepOf(number, line.stampUtc) : null
      if (shown?.isGuessed) guessedHours.add(`${number} ${Math.floor(line.stampUtc / HOUR_MS)}`)
      const step = line.stepMinutes ?? shown?.stepMinutes ?? 60
      buffer.add(keyOf(line.area, column), number, line.stampUtc, step, powerMw)
    }
    if (buffer.bytes() > MOST_BUFFERED_BYTES) yield buffer.take()
  }
  if (hash.digest('hex') !== sha256) throw new CsvError(1, 'the file changed while it was read.')
  yield buffer.take()
}

function* valuesOf({ area, powerMw, header }: CsvLine) {
  for (const [index, column] of header.values.entries()) {
    const value = powerMw[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    yield { number: seriesNumber(area, column), column, powerMw: value }
  }
}

const AREA_NUMBERS: ReadonlyMap<MemberCode, number> = new Map(
  MEMBER_CODES.map((code, index) => [code, index]),
)
const COLUMN_NUMBERS: ReadonlyMap<string, number> = new Map(
  VALUE_COLUMNS.map(({ name }, index) => [name, index]),
)

function seriesNumber(area: MemberCode, { name }: ValueColumn): number {
  return (AREA_NUMBERS.get(area) ?? 0) * VALUE_COLUMNS.length + (COLUMN_NUMBERS.get(name) ?? 0)
}

function keyOf(area: MemberCode, { quantity, kind }: ValueColumn): SeriesKey {
  return { area, quantity, kind }
}

/** When a file gives two values for one moment, we cannot know which is right. */
function repeated({ number, area, stampUtc }: CsvLine, { name }: ValueColumn): CsvError {
  const stamp = new Date(stampUtc).toISOString()
  return new CsvError(number, `${name} of ${area} at ${stamp} is already in an earlier line.`)
}
