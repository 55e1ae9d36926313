import { MINUTE_MS, type Span } from '#contract/time.ts'
import { monthOf, monthsOf } from '#server/calendar/month.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { decodeChunk, toMegawatts } from '#server/series/chunks/chunk-codec.ts'
import type { WriteMode } from '#server/series/chunks/patches.ts'
import {
  assembleBlock,
  type Chunk,
  readChunks,
  readEdgeChunks,
  readNewestChunks,
  readSteps,
} from '#server/series/chunks/read-chunks.ts'
import { findOrMakeSeries, findSeries, type IdOf, keyText } from '#server/series/chunks/series-ids.ts'
import { differentSlots, lockSeries, writeChunks } from '#server/series/chunks/write-chunks.ts'
import type { Known, Published } from '#server/series/known.ts'
import { raiseRevision } from '#server/series/revision.ts'
import { filesOf, spanOfValues } from '#server/series/series.ts'
import type {
  Block,
  Kind,
  Provenance,
  SeriesBlock,
  SeriesKey,
  StepMinutes,
  StoredQuantity,
} from '#server/series/series.ts'

import { readAsOf, readFetchTimes } from './forecast-as-of.ts'
import { addVersions, type EarlierForecast, keepChanges, keepVersions } from './forecast-versions.ts'

/** Last change by the publisher, epoch milliseconds. */
export type UpdatedUtc = (quantity: StoredQuantity, hourUtc: number) => number

/** Mean power in MW until `endsAtUtc`. */
export interface NewestValue extends SeriesKey {
  endsAtUtc: number
  powerMw: number
}

/** `withoutFiles`: without values from files. Throws if the series was not requested. */
export type ReadSeries = (key: SeriesKey, withoutFiles?: boolean) => Block

/** Time series in month chunks. Calls reject with a `DatabaseError`. */
export type SeriesStore = ReturnType<typeof createSeriesStore>

export function createSeriesStore(database: Database) {
  return { ...createWrites(database), ...createReads(database) }
}

type Withdrawn = readonly (SeriesKey & Span)[]

/** Each write is one transaction, and returns the number of changed slots. */
function createWrites(database: Database) {
  const locked = async (keys: readonly SeriesKey[], work: Work) =>
    keys.length === 0 ? 0 : inTransaction(database, keys, work)
  return {
    /** Writes as `replace`, and removes the source's values in the `withdrawn` spans; coarser values if any part is withdrawn. */
    async mirror(blocks: readonly SeriesBlock[], spans: Withdrawn, provenance: Provenance): Promise<number> {
      const withdrawn = await ofStoredSeries(database, spans)
      return locked([...blocks, ...withdrawn], (connection, idOf) =>
        write(connection, { blocks, withdrawn }, idOf, provenance, 'replace'),
      )
    },

    /** Until a forecast is due, later versions replace earlier ones, and `withdrawn` spans are removed; then the first version stays. */
    async writeForecast(
      blocks: readonly SeriesBlock[],
      spans: Withdrawn,
      provenance: Provenance,
    ): Promise<number> {
      const withdrawn = await ofStoredSeries(database, spans)
      return locked([...blocks, ...withdrawn], async (connection, idOf) => {
        const fetched = { blocks, withdrawn }
        const { removing, replacing, filling } = await keepVersions(connection, fetched, idOf, provenance)
        const first = { blocks: replacing, withdrawn: removing }
        return (
          (await write(connection, first, idOf, provenance, 'replace')) +
          (await write(connection, { blocks: filling }, idOf, provenance, 'keep-first'))
        )
      })
    },

    /** Adds versions for `readForecastsAsOf`. Stored values stay. */
    async addForecastVersions(forecasts: readonly EarlierForecast[], source: string): Promise<void> {
      const keys = forecasts.flatMap(({ blocks }) => blocks)
      await locked(keys, (connection, idOf) => addVersions(connection, forecasts, idOf, source))
    },

    /** Fills gaps with values from files. Actual values also replace values fetched before the files changed. */
    async writeArchived(
      blocks: readonly SeriesBlock[],
      updatedUtc: UpdatedUtc,
      { source, fetchedAtUtc }: Provenance,
    ): Promise<number> {
      const provenance = { source: filesOf(source), fetchedAtUtc }
      // A later change is not a forecast of its time.
      const newerThan = ({ kind, quantity }: SeriesKey, utc: number) =>
        kind === 'tso' ? Number.NEGATIVE_INFINITY : updatedUtc(quantity, utc)
      return locked(blocks, (connection, idOf) =>
        write(connection, { blocks }, idOf, provenance, 'replace', newerThan),
      )
    },

    /** For more than fits into memory: one transaction for all batches to the series `keys`, and for `alongside`. */
    writeAll(
      keys: readonly SeriesKey[],
      batches: Iterable<readonly SeriesBlock[]> | AsyncIterable<readonly SeriesBlock[]>,
      provenance: Provenance,
      mode: WriteMode,
      alongside: (connection: Transaction) => Promise<number> = async () => 0,
    ): Promise<number> {
      return inTransaction(database, keys, async (connection, idOf) => {
        let changedSlots = 0
        for await (const blocks of batches)
          changedSlots += await write(connection, { blocks }, idOf, provenance, mode)
        const others = await alongside(connection)
        // Changed slots raise the revision anyway.
        if (changedSlots === 0 && others > 0) await raiseRevision(connection)
        return changedSlots
      })
    },
  }
}

type Work = (connection: Transaction, idOf: IdOf) => Promise<number>

function inTransaction(database: Database, keys: readonly SeriesKey[], work: Work): Promise<number> {
  return database.transaction(async (connection) => {
    const idOf = await findOrMakeSeries(connection, keys)
    await lockSeries(connection, keys.map(idOf))
    const changed = await work(connection, idOf)
    if (changed > 0) await raiseRevision(connection)
    return changed
  })
}

async function write(...of: Parameters<typeof writeChunks>): Promise<number> {
  const [connection, , idOf, provenance] = of
  const changed = await writeChunks(...of)
  await keepChanges(connection, changed, idOf, provenance)
  return changed.reduce((sum, chunk) => sum + differentSlots(chunk), 0)
}

/** A series never written has no values to withdraw. */
async function ofStoredSeries<Key extends SeriesKey>(
  database: Database,
  keys: readonly Key[],
): Promise<Key[]> {
  if (keys.length === 0) return []
  const idOf = await findSeries(database, keys)
  return keys.filter((key) => idOf(key) !== undefined)
}

function createReads(database: Database) {
  const spans = async (kind: Kind | null = null) => spansOf(await readEdgeChunks(database, kind))
  return {
    /** Reads at the finest stored step. Intervals that end after `endedByUtc` are left out. */
    async read(keys: readonly SeriesKey[], span: Span, endedByUtc = Infinity): Promise<ReadSeries> {
      const chunks = await readChunks(database, keys, monthsOf(span))
      const series = new Map(
        keys.map((key, place) => {
          const stored = chunks[place] ?? []
          return [keyText(key), { stored, block: assembleBlock(stored, span, endedByUtc) }]
        }),
      )
      return (key, withoutFiles = false) => {
        const found = series.get(keyText(key))
        if (found === undefined) throw new Error(`The series ${keyText(key)} was not read`)
        const { stored, block } = found
        if (!withoutFiles || !stored.some(({ isFromFiles }) => isFromFiles)) return block
        const others = stored.filter(({ isFromFiles }) => !isFromFiles)
        return assembleBlock(others, span, endedByUtc)
      }
    },

    /** Quarter hours. Days without versions count as known since their months were stored. */
    async readForecastsAsOf(
      keys: readonly SeriesKey[],
      span: Span,
      known: Known,
    ): Promise<(key: SeriesKey) => Block> {
      const idOf = await findSeries(database, keys)
      const chunks = await readChunks(database, keys, monthsOf(span))
      const stored = keys.map((key, place) => ({
        seriesId: idOf(key) ?? 0,
        quantity: key.quantity,
        chunks: chunks[place] ?? [],
      }))
      const forecasts = await readAsOf(database, stored, span, known)
      const names = keys.map(keyText)
      return (key) => {
        const powerMw = forecasts[names.indexOf(keyText(key))]
        if (powerMw === undefined) throw new Error(`The forecast ${keyText(key)} was not read`)
        return { startsAtUtc: span.fromUtc, stepMinutes: 15, powerMw }
      }
    },

    async steps(keys: readonly SeriesKey[], span: Span): Promise<StepMinutes[]> {
      const idOf = await findSeries(database, keys)
      const seriesIds = keys.map(idOf).filter((id) => id !== undefined)
      return readSteps(database, seriesIds, monthsOf(span))
    },

    newest: async (kind: Kind): Promise<NewestValue[]> => newestOf(await readNewestChunks(database, kind)),

    /** In the order of `keys`. */
    readFetchTimes: (keys: readonly SeriesKey[], span: Span): Promise<Published[]> =>
      readFetchTimes(database, keys, span),

    /** From the first to the last value of each series. */
    spans,

    /** Span of all areas; null on an empty store. */
    async coverage(kind: Kind): Promise<Span | null> {
      const all = await spans(kind)
      return all.length === 0 ? null : joined(all)
    },
  }
}

/** The finest chunks of a series must be last. */
function newestOf(chunks: readonly (Chunk & SeriesKey)[]): NewestValue[] {
  const newest = new Map<string, NewestValue>()
  for (const { area, quantity, kind, stepMinutes, monthFromUtc, bytes } of chunks) {
    const powerMw = decodeChunk(bytes)
    const last = powerMw.findLastIndex((value) => !Number.isNaN(value))
    const endsAtUtc = monthFromUtc + (last + 1) * stepMinutes * MINUTE_MS
    const known = newest.get(keyText({ area, quantity, kind }))
    // The finest of values with the same end counts.
    if (last === -1 || endsAtUtc < (known?.endsAtUtc ?? 0)) continue
    const value = { area, quantity, kind, endsAtUtc, powerMw: toMegawatts(powerMw[last] ?? NaN) }
    newest.set(keyText(value), value)
  }
  return [...newest.values()]
}

function spansOf(chunks: readonly (Chunk & SeriesKey)[]): (SeriesKey & Span)[] {
  const spans = new Map<string, SeriesKey & Span>()
  for (const { area, quantity, kind, ...chunk } of chunks) {
    const key = { area, quantity, kind }
    const span = spanOfValues(assembleBlock([chunk], monthOf(chunk.monthFromUtc)))
    if (span === null) continue
    spans.set(keyText(key), { ...key, ...joined([span, spans.get(keyText(key)) ?? span]) })
  }
  return [...spans.values()]
}

function joined(spans: readonly Span[]): Span {
  return {
    fromUtc: Math.min(...spans.map(({ fromUtc }) => fromUtc)),
    toUtc: Math.max(...spans.map(({ toUtc }) => toUtc)),
  }
}
