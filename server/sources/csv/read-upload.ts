import type { Readable } from 'node:stream'

import { PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { HOUR_MS, QUARTER_MS, type Span } from '#contract/time.ts'
import { UPLOAD_COLUMNS } from '#contract/uploads.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import type { UploadVersion } from '#server/series/uploads/upload-store.ts'
import { parseInstant } from '#server/sources/instant.ts'
import { CLOCK_TOLERANCE_MS, isPossible } from '#server/sources/plausible-values.ts'

import { checkNames, CsvError, quoted, readArea, readNumber, readStamp } from './format.ts'
import { readRows } from './read-lines.ts'

interface DraftVersion extends Omit<UploadVersion, 'day' | 'quarters'> {
  day: Span & { date: string }
  mwByUtc: Map<number, number>
}

/** Reads an upload: a row for each value. A series has the longest step (15, 30 or 60 minutes) that all of its times allow. Throws a `CsvError`. */
export async function readUpload(
  text: Readable,
  nowUtc: number,
): Promise<{ values: number; versions: UploadVersion[] }> {
  const drafts = new Map<string, DraftVersion>()
  /** By area and quantity. */
  const stepMs = new Map<string, number>()
  let values = 0
  const rows = readRows(text, (names, line) => {
    checkNames(names, UPLOAD_COLUMNS, line)
    if (names.length < UPLOAD_COLUMNS.length)
      throw new CsvError(line, `the columns ${UPLOAD_COLUMNS.join(', ')} are needed.`)
  })
  for await (const { number, cell } of rows) {
    const area = readArea(cell('area'), number)
    const utc = readStamp(cell('time_utc'), number)
    const quantity = PARTS_AND_RESIDUAL.find((known) => known === cell('quantity'))
    if (quantity === undefined)
      throw new CsvError(
        number,
        `the quantity ${quoted(cell('quantity'))} is not one of ${PARTS_AND_RESIDUAL.join(', ')}.`,
      )
    const issuedUtc = parseInstant(cell('issued_utc'))
    if (issuedUtc === null)
      throw new CsvError(number, `${quoted(cell('issued_utc'))} is not a time such as 2026-03-28T08:00Z.`)
    if (issuedUtc > nowUtc + CLOCK_TOLERANCE_MS)
      throw new CsvError(number, `issued_utc ${cell('issued_utc')} is in the future.`)
    if (cell('power_mw') === '') continue
    const mw = readNumber(cell('power_mw'), 'power_mw', number)
    if (!isPossible(quantity, mw))
      throw new CsvError(number, `${cell('power_mw')} MW cannot be the ${quantity} of ${area}.`)
    const day = dayAt(utc, MARKET_ZONE)
    const name = `${area} ${quantity} ${day.date} ${issuedUtc}`
    const draft = drafts.get(name) ?? { area, quantity, day, issuedUtc, mwByUtc: new Map() }
    if (draft.mwByUtc.has(utc))
      throw new CsvError(
        number,
        `${quantity} of ${area} at this time and issue is already in an earlier line.`,
      )
    drafts.set(name, draft)
    draft.mwByUtc.set(utc, mw)
    values += 1
    const series = `${area} ${quantity}`
    let step = stepMs.get(series) ?? HOUR_MS
    while (utc % step !== 0) step /= 2
    stepMs.set(series, step)
  }
  if (values === 0) throw new CsvError(null, 'it has no value.')
  return { values, versions: [...drafts.values()].map((draft) => versionOf(draft, stepMs)) }
}

function versionOf(
  { mwByUtc, day, ...rest }: DraftVersion,
  stepMs: ReadonlyMap<string, number>,
): UploadVersion {
  const quarters = new Float32Array((day.toUtc - day.fromUtc) / QUARTER_MS).fill(NaN)
  const length = (stepMs.get(`${rest.area} ${rest.quantity}`) ?? HOUR_MS) / QUARTER_MS
  for (const [utc, mw] of mwByUtc) {
    const first = (utc - day.fromUtc) / QUARTER_MS
    quarters.fill(mw, first, first + length)
  }
  return { ...rest, day: day.date, quarters }
}
