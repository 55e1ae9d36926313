import type { Span } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import type { Block, SeriesBlock, SeriesKey, StepMinutes } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

export const LOAD: SeriesKey = { area: 'DE', quantity: 'load', kind: 'actual' }
export const WIND: SeriesKey = { area: 'FR', quantity: 'wind', kind: 'tso' }
export const FIRST = { source: 'test', fetchedAtUtc: Date.UTC(2026, 0, 15) }
export const LATER = { source: 'test', fetchedAtUtc: Date.UTC(2026, 0, 16) }
export const OTHER = { source: 'other', fetchedAtUtc: Date.UTC(2026, 0, 16) }
/** An hour before a month ends, so that small blocks cross it. */
export const START = Date.UTC(2026, 1, 28, 23)

export function block(
  key: SeriesKey,
  startsAtUtc: number,
  stepMinutes: StepMinutes,
  powerMw: ArrayLike<number>,
): SeriesBlock {
  return { ...key, startsAtUtc, stepMinutes, powerMw: Float64Array.from(powerMw) }
}

/** Stores what a source called `test` said at a time. Gives the number of changed values. */
export const storeValues = (series: SeriesStore, fetchedAtUtc: number, blocks: SeriesBlock[]) =>
  series.mirror(blocks, [], { source: 'test', fetchedAtUtc })

/** Stores what a TSO forecast, as the source called `test` published it at a time. */
export const storeForecast = (series: SeriesStore, fetchedAtUtc: number, blocks: SeriesBlock[]) =>
  series.writeForecast(blocks, [], { source: 'test', fetchedAtUtc })

export function tables(database: Database): Promise<object[]> {
  return database.query(
    `SELECT area, quantity, kind, month, step_minutes, encode(power_mw, 'hex') AS power, source, fetched_at
     FROM chunk JOIN series ON series.id = series_id ORDER BY 1, 2, 3, 4, 5`,
  )
}

export async function readBlock(
  series: Pick<SeriesStore, 'read'>,
  key: SeriesKey,
  span: Span,
): Promise<Block> {
  return (await series.read([key], span))(key)
}
