import type { Readable } from 'node:stream'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { HOUR_MS, QUARTER_MS } from '#contract/time.ts'
import { UPLOAD_COLUMNS } from '#contract/uploads.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, type LocalDay } from '#server/calendar/local-calendar.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import type { UploadVersion } from '#server/series/store/upload-values.ts'
import { parseInstant } from '#server/sources/instant.ts'
import { CLOCK_TOLERANCE_MS, isPossible } from '#server/sources/plausible-values.ts'

import { checkNames, CsvError, type CsvRow, quoted, readArea, readNumber, readStamp } from './format.ts'
import { piecesOf, readRows } from './read-lines.ts'
import { addSize, checkSizes, cutWords, type FoundSeries, newSeries } from './sizes.ts'
import {
  bitOf,
  createQuarterMarks,
  MAX_HOURS,
  sparseFrom,
  stepsOfDay,
  stepWords,
  strayWords,
} from './steps.ts'

/** Plain data can leave a thread. */
type ReadUpload = Awaited<ReturnType<typeof readUpload>>

/** An empty cell is NaN, but has a mark. */
interface Draft extends Omit<UploadVersion, 'day'> {
  day: LocalDay
  marks: Uint8Array
  /** Line numbers; 0 for none. */
  lines: Uint32Array
}

export async function readUpload(text: Readable, isCut: boolean, nowUtc: number) {
  const drafts = createDrafts()
  const rows = readRows(text, (names, line) => {
    checkNames(names, UPLOAD_COLUMNS, line)
    if (names.length < UPLOAD_COLUMNS.length)
      throw new CsvError(line, `the columns ${UPLOAD_COLUMNS.join(', ')} are needed.`)
  })
  for await (const row of rows) drafts.add(readRow(row, nowUtc))
  const { words, ...read } = drafts.end()
  if (read.values === 0) throw new CsvError(null, 'it has no value.')
  return { ...read, notes: [...words, ...(isCut ? cutWords(read.found) : [])] }
}

/** Throws a `CsvError` for an impossible value, and unless `advice` is null for a unit that seems wrong. */
export async function checkUpload(
  { found, impossible }: ReadUpload,
  series: SeriesStore,
  advice: string | null,
): Promise<void> {
  if (advice !== null) await checkSizes(found, series, advice)
  if (impossible !== null) throw new CsvError(null, impossible)
}

/** An error would lose its class when it leaves a thread. */
export async function readUploadText(
  text: string,
  nowUtc: number,
): Promise<ReadUpload | { problem: string }> {
  try {
    return await readUpload(piecesOf(text), !/[\r\n]$/.test(text), nowUtc)
  } catch (error) {
    if (error instanceof CsvError) return { problem: error.message }
    throw error
  }
}

function readRow({ number, cell }: CsvRow, nowUtc: number) {
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
  const powerMw = cell('power_mw') === '' ? null : readNumber(cell('power_mw'), 'power_mw', number)
  return { number, area, utc, quantity, issuedUtc, powerMw }
}

type Row = ReturnType<typeof readRow>

function createDrafts() {
  const drafts = new Map<string, Draft>()
  const found = new Map<number, FoundSeries>()
  const marks = createQuarterMarks()
  let day: LocalDay | null = null
  let values = 0
  let impossible: string | null = null

  const dayOf = (utc: number): LocalDay =>
    day !== null && utc >= day.fromUtc && utc < day.toUtc ? day : (day = dayAt(utc, MARKET_ZONE))

  function draftOf({ area, quantity, issuedUtc, utc }: Row): Draft {
    const ofDay = dayOf(utc)
    const name = `${area} ${quantity} ${ofDay.date} ${issuedUtc}`
    const known = drafts.get(name)
    if (known !== undefined) return known
    const length = (ofDay.toUtc - ofDay.fromUtc) / QUARTER_MS
    const draft = {
      area,
      quantity,
      issuedUtc,
      day: ofDay,
      quarters: new Float32Array(length).fill(NaN),
      marks: new Uint8Array(MAX_HOURS),
      lines: new Uint32Array(length),
    }
    drafts.set(name, draft)
    return draft
  }

  return {
    add(row: Row): void {
      const { number, area, quantity, utc, powerMw } = row
      const draft = draftOf(row)
      const quarter = (utc - draft.day.fromUtc) / QUARTER_MS
      if (draft.lines[quarter] !== 0)
        throw new CsvError(
          number,
          `${quantity} of ${area} at this time and issue is already in an earlier line.`,
        )
      draft.lines[quarter] = number
      draft.marks[Math.floor(quarter / 4)] = (draft.marks[Math.floor(quarter / 4)] ?? 0) | bitOf(utc)
      const series = numberOf(area, quantity)
      marks.mark(series, utc)
      if (powerMw === null) return
      values += 1
      if (!isPossible(quantity, powerMw))
        impossible ??= `line ${number}: ${powerMw} MW cannot be the ${quantity} of ${area}.`
      draft.quarters[quarter] = powerMw
      const size = found.get(series) ?? newSeries({ area, quantity, kind: 'uploaded' }, quantity)
      found.set(series, size)
      addSize(size, { powerMw, stampUtc: utc, line: number })
    },
    end() {
      for (const [series, { key }] of found) {
        const ofSeries = [...drafts.values()].filter(
          ({ area, quantity }) => area === key.area && quantity === key.quantity,
        )
        refuseSparse(marks.hoursOf(series), ofSeries)
        for (const draft of ofSeries) refuseSparse(hoursOf(draft), [draft])
      }
      const read = [...drafts.values()].map(versionOf)
      const sum = (of: (one: (typeof read)[number]) => number) => read.reduce((all, one) => all + of(one), 0)
      return {
        values,
        impossible,
        found: [...found.values()],
        versions: read.map(({ version }) => version),
        words: stepWords(
          sum(({ guessed }) => guessed),
          sum(({ partial }) => partial),
        ),
      }
    },
  }
}

function numberOf(area: MemberCode, quantity: Row['quantity']): number {
  return MEMBER_CODES.indexOf(area) * PARTS_AND_RESIDUAL.length + PARTS_AND_RESIDUAL.indexOf(quantity)
}

const hoursOf = ({ marks, day }: Draft) =>
  [...marks.keys()].filter((hour) => marks[hour] !== 0).map((hour) => day.fromUtc / HOUR_MS + hour)

function refuseSparse(hours: readonly number[], drafts: readonly Draft[]): void {
  const sparse = sparseFrom(hours)
  if (sparse === null) return
  for (const { day, lines, quantity, area } of drafts) {
    const quarter = (sparse.hour * HOUR_MS - day.fromUtc) / QUARTER_MS
    const line = lines.slice(Math.max(0, quarter), Math.max(0, quarter + 4)).find((one) => one !== 0)
    if (line !== undefined) throw new CsvError(line, `${quantity} of ${area}${sparse.words}`)
  }
}

/** Repeats each value over the quarter hours of its step. */
function versionOf({ quarters, marks, lines, day, ...rest }: Draft) {
  const steps = stepsOfDay(marks.subarray(0, quarters.length / 4))
  const whole = new Float32Array(quarters.length).fill(NaN)
  for (const [quarter, mw] of quarters.entries()) {
    const step = steps[Math.floor(quarter / 4)]
    if (lines[quarter] === 0 || step === null || step === undefined) continue
    const isOdd = quarter % 4 !== 0
    if (step.isStray && isOdd)
      throw new CsvError(lines[quarter] ?? null, strayWords(`${rest.quantity} of ${rest.area}`))
    whole.fill(mw, quarter, quarter + step.stepMinutes / 15)
  }
  const count = (is: (step: NonNullable<(typeof steps)[number]>) => boolean) =>
    steps.filter((step) => step !== null && is(step)).length
  return {
    version: { ...rest, day: day.date, quarters: whole } satisfies UploadVersion,
    guessed: count(({ isGuessed }) => isGuessed),
    partial: count(({ isPartial }) => isPartial),
  }
}
