import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

import { openPromise } from 'yauzl'
import { z } from 'zod'

import { addSpan, DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import type { Block, StepMinutes } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'
import { parseJson } from '#server/sources/parse-json.ts'
import type { DocumentFault, PublishedQuantity, PublishedSeries } from '#server/sources/read-feed.ts'

import { EIC_BY_AREA } from './areas.ts'
import { DECIMAL, STEPS } from './period.ts'
import { garbled, invalid } from './xml.ts'

interface FileSeries extends PublishedSeries {
  eic: string
  blocks: [Block]
  /** Last change, epoch milliseconds; -Infinity if missing. */
  updatedUtc: Float64Array
  /** 1 if the value belongs to the bidding zone. */
  isOfZone: Uint8Array
}

type FileFault = DocumentFault & { eic: string }

export type MonthlyFile = Awaited<ReturnType<typeof readMonthlyFile>>

/** Pages of the service write "Wind onshore", files "Wind Onshore". */
const PLANT_TYPES: ReadonlyMap<string, PublishedQuantity> = new Map([
  ['solar', 'solar'],
  ['wind onshore', 'wind_onshore'],
  ['wind offshore', 'wind_offshore'],
])
const EICS: ReadonlySet<string> = new Set(Object.values(EIC_BY_AREA))
/** Usually an empty cell; a user of the files has met this text. */
const NOT_EXPECTED = 'n/e'
/** Bounds the memory for a file without line ends. */
const MAX_LINE_LENGTH = 10_000

export function lastChange({ blocks: [block], updatedUtc }: FileSeries, hourUtc: number): number {
  const slotOf = (utc: number) => Math.max(0, (utc - block.startsAtUtc) / (block.stepMinutes * MINUTE_MS))
  return Math.max(...updatedUtc.subarray(slotOf(hourUtc), slotOf(hourUtc + HOUR_MS)))
}

/** That files follow UTC months is only known from users: one day more on each side. */
export function spanOfFile(month: Span): Span {
  return { fromUtc: month.fromUtc - DAY_MS, toUtc: month.toUtc + DAY_MS }
}

/** Zipped or not. Rejects with a `SourceError` if the file is cut off or lacks a column. */
export async function readMonthlyFile(path: string, column: string, span: Span) {
  const tables = createTables(span)
  let readLine: ((cells: readonly string[]) => void) | null = null
  try {
    for await (const cells of linesOf((await openText(path)).setEncoding('utf8')))
      if (readLine === null) readLine = createLineReader(cells, column, tables)
      else readLine(cells)
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw garbled(
      error instanceof Error ? error.message.replace(/\.$/, '').slice(0, 200) : 'it is not a file',
    )
  }
  if (readLine === null) throw garbled('it is empty')
  return { series: tables.series(), faults: tables.faults() }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  const cellsOf = (line: string) => line.replace(/^\uFEFF|\r$/g, '').split('\t')
  let width = 0
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw garbled('its lines do not end')
    for (const line of lines) {
      const cells = cellsOf(line)
      width ||= cells.length
      yield cells
    }
  }
  if (rest === '') return
  const cells = cellsOf(rest)
  if (cells.length < width) throw garbled('it is cut off')
  yield cells
}

/** Opens the file itself, or the first file of an archive. */
async function openText(path: string): Promise<Readable> {
  const file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close())
  if (buffer.toString('latin1') !== 'PK') return createReadStream(path)
  // Leaving the loop closes the archive after its stream.
  const archive = await openPromise(path, { lazyEntries: true })
  for await (const entry of archive.eachEntry()) return await archive.openReadStreamPromise(entry)
  throw garbled('the archive holds no file')
}

function createLineReader(
  header: readonly string[],
  column: string,
  tables: ReturnType<typeof createTables>,
): (cells: readonly string[]) => void {
  const at = (name: string) => {
    const index = header.indexOf(name)
    if (index === -1) throw invalid(`it has no column ${name}`)
    return index
  }
  const [timeAt, stepAt, eicAt] = [at('DateTime(UTC)'), at('ResolutionCode'), at('AreaCode')]
  const [areaTypeAt, valueAt, updatedAt] = [at('AreaTypeCode'), at(column), at('UpdateTime(UTC)')]
  const plantTypeAt = header.indexOf('ProductionType')

  return (cells) => {
    const eic = cells[eicAt] ?? ''
    if (!EICS.has(eic)) return
    const isWhole = cells.length === header.length
    const plants = PLANT_TYPES.get(cells[plantTypeAt]?.toLowerCase() ?? '')
    // In a broken line only the first cells are reliable.
    const quantity = plantTypeAt === -1 ? 'load' : isWhole ? plants : 'any'
    if (quantity === undefined) return
    const startsAtUtc = parseInstant(`${cells[timeAt]}Z`)
    const leaveOut = (reason: string) => {
      const span = startsAtUtc === null ? null : { fromUtc: startsAtUtc, toUtc: startsAtUtc + HOUR_MS }
      tables.leaveOut({ eic, quantity, message: `left out: ${cells[timeAt]} of ${eic}: ${reason}` }, span)
    }
    if (!isWhole || quantity === 'any')
      return leaveOut(`the line has ${cells.length} cells, the header has ${header.length}`)
    const value = cells[valueAt] ?? ''
    if (value === '' || value === NOT_EXPECTED) return
    const stepMinutes = STEPS.get(cells[stepAt] ?? '')
    if (stepMinutes === undefined)
      return leaveOut(`the resolution ${cells[stepAt]} is not 15, 30 or 60 minutes`)
    if (!DECIMAL.test(value)) return leaveOut(`the value ${value.slice(0, 20)} is not a number`)
    if (startsAtUtc === null || startsAtUtc % (stepMinutes * MINUTE_MS) !== 0)
      return leaveOut(`it is not the beginning of ${stepMinutes} minutes`)
    tables.add({
      eic,
      quantity,
      stepMinutes,
      startsAtUtc,
      powerMw: Number(value),
      updatedUtc: parseInstant(`${cells[updatedAt]}Z`) ?? Number.NEGATIVE_INFINITY,
      // One code is often both a bidding zone and a country.
      isOfZone: Number(cells[areaTypeAt]?.includes('BZN') ?? false),
    })
  }
}

interface Line {
  eic: string
  quantity: PublishedQuantity
  stepMinutes: StepMinutes
  startsAtUtc: number
  powerMw: number
  updatedUtc: number
  isOfZone: number
}

/** The bidding zone's value counts, then the last changed, then the later line. */
function createTables(span: Span) {
  const tables = new Map<string, FileSeries>()
  const faults = new Map<string, FileFault & { lines: number }>()
  return {
    leaveOut(of: Pick<FileFault, 'eic' | 'quantity' | 'message'>, span: Span | null): void {
      const name = `${of.eic} ${of.quantity}`
      const fault = faults.get(name) ?? { ...of, spans: [], lines: 0 }
      faults.set(name, fault)
      fault.lines += 1
      if (span === null) fault.spans = null
      else if (fault.spans !== null) addSpan(fault.spans, span)
    },

    faults: (): FileFault[] =>
      [...faults.values()].map(({ lines, message, ...fault }) => ({
        ...fault,
        message: lines === 1 ? message : `${message} (and ${lines - 1} more lines)`,
      })),

    add({ eic, quantity, stepMinutes, startsAtUtc, ...value }: Line): void {
      const stepMs = stepMinutes * MINUTE_MS
      const slots = (span.toUtc - span.fromUtc) / stepMs
      const slot = (startsAtUtc - span.fromUtc) / stepMs
      if (slot < 0 || slot >= slots) return
      const name = `${eic} ${quantity} ${stepMinutes}`
      const table: FileSeries = tables.get(name) ?? {
        eic,
        quantity,
        blocks: [
          { startsAtUtc: span.fromUtc, stepMinutes, powerMw: new Float64Array(slots).fill(Number.NaN) },
        ],
        updatedUtc: new Float64Array(slots).fill(Number.NEGATIVE_INFINITY),
        isOfZone: new Uint8Array(slots),
        repeated: 0,
      }
      tables.set(name, table)
      const [{ powerMw }] = table.blocks
      const { updatedUtc, isOfZone } = table
      if (!Number.isNaN(powerMw[slot])) {
        const rank = value.isOfZone - (isOfZone[slot] ?? 0) || value.updatedUtc - (updatedUtc[slot] ?? 0)
        if (rank < 0) return
        if (rank === 0 && value.powerMw !== powerMw[slot]) table.repeated += 1
      }
      powerMw[slot] = value.powerMw
      updatedUtc[slot] = value.updatedUtc
      isOfZone[slot] = value.isOfZone
    },

    series: (): FileSeries[] => [...tables.values()],
  }
}

export interface ListedFile {
  folder: string
  name: string
  /** Size of the archive. */
  bytes: number | null
  changedUtc: number
}

const ListSchema = z.object({
  contentItemList: z.array(
    z.object({ name: z.string(), lastUpdatedTimestamp: z.iso.datetime(), size: z.number().nullish() }),
  ),
})

/** Files by the first day of the month, `yyyy-MM-dd`. Throws a `SourceError`. */
export function readFileList(text: string, folder: string): Map<string, ListedFile> {
  const list = ListSchema.safeParse(parseJson(text))
  if (!list.success) throw garbled('it is not a list of files')
  const files = new Map<string, ListedFile>()
  for (const { name, size, lastUpdatedTimestamp } of list.data.contentItemList) {
    const [, year, month] = /^(\d{4})_(\d\d)_.*\.csv$/.exec(name) ?? []
    if (year === undefined) continue
    const changedUtc = Date.parse(lastUpdatedTimestamp)
    files.set(`${year}-${month}-01`, { folder, name, bytes: size ?? null, changedUtc })
  }
  return files
}
