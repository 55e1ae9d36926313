import { createHash } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { decodeChunk } from '#server/series/chunks/chunk-codec.ts'

const MINUTE_MS = 60_000

interface StoredMonth {
  area: string
  kind: string
  quantity: string
  startsAtUtc: number
  stepMinutes: number
  powerMw: Float32Array
}

/** A span of a feed that was read for good. */
interface ReadSpan {
  feed: string
  fromUtc: number
  toUtc: number
}

export interface Contents {
  months: readonly StoredMonth[]
  readSpans: readonly ReadSpan[]
  /** By area, kind of run and whether made afterwards: how many forecasts there are. */
  runs: Readonly<Record<string, number>>
  values: number
  /** A checksum of all of it, and of nothing that depends on when it was stored. */
  checksum: string
}

export async function contentsOf(database: Database): Promise<Contents> {
  const chunks = await database.query<{
    area: string
    kind: string
    quantity: string
    month: string
    step_minutes: number
    power_mw: Uint8Array
  }>(
    `SELECT area, kind, quantity, month, step_minutes, power_mw FROM chunk JOIN series ON series.id = series_id
     ORDER BY area, kind, quantity, month, step_minutes`,
  )
  const spans = await database.query<{ feed: string; from_utc: Date; to_utc: Date }>(
    `SELECT feed, lower(span) AS from_utc, upper(span) AS to_utc FROM ingestion_state, unnest(read_spans) AS span
     ORDER BY feed, from_utc`,
  )
  const runs = await database.query<{ name: string; day: string; hours: string }>(
    `SELECT concat_ws(' ', area, kind, is_replayed) AS name, delivery_day AS day, hours::text AS hours FROM forecast_run
     ORDER BY name, day, hours`,
  )
  const versions = await database.query<{ version: string }>(
    `SELECT concat_ws(' ', area, quantity, delivery_day, fetched_at, md5(power_mw)) AS version
     FROM forecast_version JOIN series ON series.id = series_id ORDER BY version`,
  )
  const months = chunks.map((chunk) => ({
    ...chunk,
    startsAtUtc: Date.parse(chunk.month),
    stepMinutes: chunk.step_minutes,
    powerMw: decodeChunk(chunk.power_mw),
  }))
  const checksum = createHash('sha256').update(JSON.stringify([spans, runs, versions]))
  for (const chunk of chunks) {
    const { area, kind, quantity, month, step_minutes } = chunk
    checksum.update(`${area} ${kind} ${quantity} ${month} ${step_minutes}`).update(chunk.power_mw)
  }
  return {
    months,
    readSpans: spans.map(({ feed, from_utc, to_utc }) => ({
      feed,
      fromUtc: from_utc.getTime(),
      toUtc: to_utc.getTime(),
    })),
    runs: Object.fromEntries([...groupBy(runs, ({ name }) => name)].map(([name, own]) => [name, own.length])),
    values: months.reduce((sum, month) => sum + countBetween(month, -Infinity, Infinity), 0),
    checksum: checksum.digest('hex'),
  }
}

function groupBy<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const name = nameOf(item)
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  return groups
}

function countBetween(
  { startsAtUtc, stepMinutes, powerMw }: StoredMonth,
  fromUtc: number,
  toUtc: number,
): number {
  let count = 0
  for (const [slot, value] of powerMw.entries()) {
    const utc = startsAtUtc + slot * stepMinutes * MINUTE_MS
    if (utc >= fromUtc && utc < toUtc && !Number.isNaN(value)) count += 1
  }
  return count
}

/** Values of a feed, named like `DE actual load+solar+wind`, in a span of it. */
function valuesIn({ months }: Contents, { feed, fromUtc, toUtc }: ReadSpan): number {
  const own = months.filter(({ area, kind }) => feed.startsWith(`${area} ${kind} `))
  return own.reduce((sum, month) => sum + countBetween(month, fromUtc, toUtc), 0)
}

/** The database before the work, and after it without a kill. */
export interface Ends {
  before: Contents
  whole: Contents
}

/** For work that is one transaction: a state that is neither the one before it nor the one after it. */
export function halfDone({ checksum, values }: Contents, { before, whole }: Ends): string[] {
  return checksum === before.checksum || checksum === whole.checksum
    ? []
    : [`${values} of ${whole.values} values`]
}

/** Moments of which some of load, sun and wind are stored and others are not: half a batch. */
export function halfMoments({ months }: Contents): string[] {
  const given = months.filter(({ kind }) => kind !== 'model')
  const together = groupBy(given, ({ area, kind, startsAtUtc, stepMinutes }) =>
    [area, kind, startsAtUtc, stepMinutes].join(' '),
  )
  const half: string[] = []
  for (const [name, alike] of together) {
    for (let slot = 0; slot < (alike[0]?.powerMw.length ?? 0); slot += 1) {
      const present = alike.filter(({ powerMw }) => !Number.isNaN(powerMw[slot] ?? NaN)).length
      if (present !== 0 && present !== 3) half.push(`${name} ${slot}`)
    }
  }
  return half
}

/** Spans that are noted as read, and lack values that the whole database has in them: batches that were acknowledged and lost. */
export function lostSpans(contents: Contents, whole: Contents): ReadSpan[] {
  return contents.readSpans.filter((span) => valuesIn(contents, span) !== valuesIn(whole, span))
}
