import { LRUCache } from 'lru-cache'

import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { createRowsOfSource, utcOf } from '#server/database/columns.ts'
import type { Database, Queryable, Transaction } from '#server/database/database.ts'
import type { WeatherOfRun } from '#server/forecast/runs/inputs/run-weather.ts'
import type { MadeForecast, RunHours } from '#server/forecast/runs/run-hours.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import { QUANTITIES, type SeriesBlock } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

export const RUNS_OF_SOURCE = createRowsOfSource('forecast_run')

/** When a run was made and from what. */
export interface RunHead extends Pick<MadeForecast, 'day' | 'usedInputs' | 'missingInputs'> {
  area: MemberCode
  kind: RunKind
  issuedAtUtc: number
  /** Actual values later than this were not used. */
  informationUtc: number
  isLate: boolean
  isReplayed: boolean
  /** Null where there was none for the delivery day. */
  weather: WeatherOfRun | null
}

export interface StoredRun extends RunHead, MadeForecast {}

/** A run with some of what it says of its hours. */
export interface PartOfRun<Part extends keyof RunHours> extends RunHead {
  hours: Pick<RunHours, Part | 'startsAtUtc'>
}

/** First and last delivery day, both included. */
export interface DaySpan {
  from: string
  to: string
}

/** Runs as they were made; none is ever changed. Every call rejects with a `DatabaseError` where the database does not answer. */
export type RunStore = ReturnType<typeof createRunStore>

/** The columns of runs, named as the fields that they become. */
const HEAD = `area, delivery_day AS day, kind, ${utcOf('issued_at')} AS "issuedAtUtc",
  ${utcOf('information_time')} AS "informationUtc", is_late AS "isLate", is_replayed AS "isReplayed",
  used_inputs AS "usedInputs", missing_inputs AS "missingInputs", weather`
/** Hours as text: the embedded database would hand over their thousands of numbers one by one. */
const RUN = `${HEAD}, uploads, note, defects, band_shift AS "bandShift", hours::text`

/** A run as series of kind `model`, one block a quantity. A replay keeps to its day; an early replay is only for scores and has no block. */
function modelBlocks({ area, day, kind, hours, isReplayed }: StoredRun): SeriesBlock[] {
  if (isReplayed && kind === 'early') return []
  const [first = 0] = hours.startsAtUtc
  const endUtc = isReplayed ? timeOfDay(addDays(day, 1)) : Number.POSITIVE_INFINITY
  const own = hours.startsAtUtc.filter((utc) => utc < endUtc)
  const last = own.at(-1) ?? first
  return QUANTITIES.map((quantity) => {
    const powerMw = new Float64Array((last - first) / HOUR_MS + 1).fill(NaN)
    for (const [index, utc] of own.entries())
      powerMw[(utc - first) / HOUR_MS] = hours.model[quantity][index] ?? NaN
    return { area, quantity, kind: 'model', startsAtUtc: first, stepMinutes: 60, powerMw }
  })
}

/** Both kinds of all countries over the longest period that is scored: about 20 MB. */
const KEPT_RUNS = 3000

/** Returns how many there were not yet. */
async function insertRuns(
  connection: Transaction,
  runs: readonly StoredRun[],
  source: string,
): Promise<number> {
  const inserted = await connection.query(
    `INSERT INTO forecast_run (source, area, delivery_day, kind, issued_at, information_time, is_late, is_replayed, used_inputs,
       missing_inputs, uploads, weather, note, defects, band_shift, hours)
     SELECT $2::text, area, day, kind, to_timestamp("issuedAtUtc" / 1000), to_timestamp("informationUtc" / 1000), "isLate", "isReplayed",
       "usedInputs", "missingInputs", uploads, weather, note, defects, "bandShift", hours
     FROM ROWS FROM (
       jsonb_to_recordset($1::jsonb) AS (area text, day date, kind text, "issuedAtUtc" float8, "informationUtc" float8,
         "isLate" boolean, "isReplayed" boolean, "usedInputs" jsonb, "missingInputs" jsonb, uploads jsonb, weather jsonb, note text, defects jsonb,
         "bandShift" float8, hours jsonb)
     ) WITH ORDINALITY
     ORDER BY ordinality
     ON CONFLICT DO NOTHING
     RETURNING id`,
    [JSON.stringify(runs), source],
  )
  return inserted.length
}

/** The runs of all areas, the last made of a day and kind last. */
export function readHeads(connection: Queryable, { from, to }: DaySpan): Promise<RunHead[]> {
  return connection.query<RunHead>(
    `SELECT ${HEAD} FROM forecast_run WHERE delivery_day BETWEEN $1::date AND $2::date ORDER BY id`,
    [from, to],
  )
}

/** Reads runs by number and keeps them: most of the time of an answer about past weeks was that of reading the same runs again. */
function createRunReader(database: Database) {
  const kept = new LRUCache<number, StoredRun>({ max: KEPT_RUNS })
  return async (ids: readonly number[]): Promise<StoredRun[]> => {
    const runs = new Map(ids.map((id) => [id, kept.get(id)]))
    const missing = ids.filter((id) => runs.get(id) === undefined)
    const read =
      missing.length === 0
        ? []
        : await database.query<Omit<StoredRun, 'hours'> & { id: number; hours: string }>(
            `SELECT id, ${RUN} FROM forecast_run WHERE id = ANY($1::int[])`,
            [missing],
          )
    for (const { id, hours, ...rest } of read) {
      const run: StoredRun = { ...rest, hours: JSON.parse(hours) }
      runs.set(id, run)
      kept.set(id, run)
    }
    return [...runs.values()].filter((run) => run !== undefined)
  }
}

/** The runs of a database; `series` is on the same one, and `source` that of the values: what is forecast from invented values is invented. */
export function createRunStore(database: Database, series: SeriesStore, source = 'none') {
  const readRuns = createRunReader(database)

  return {
    /** Adds runs and their series of kind `model` in one transaction with one new revision. A replay that exists stays as it is. */
    async add(runs: readonly StoredRun[]): Promise<void> {
      if (runs.length === 0) return
      const blocks = runs.flatMap(modelBlocks)
      const fetchedAtUtc = Math.max(...runs.map(({ issuedAtUtc }) => issuedAtUtc))
      await series.writeAll(blocks, [blocks], { source, fetchedAtUtc }, 'replace', (connection) =>
        insertRuns(connection, runs, source),
      )
    },
    heads: (days: DaySpan): Promise<RunHead[]> => readHeads(database, days),
    async runs(areas: readonly MemberCode[], { from, to }: DaySpan): Promise<StoredRun[]> {
      const wanted = await database.query<{ id: number }>(
        `SELECT id FROM forecast_run
         WHERE area = ANY($1::text[]) AND delivery_day BETWEEN $2::date AND $3::date ORDER BY id`,
        [areas, from, to],
      )
      return readRuns(wanted.map(({ id }) => id))
    },
    /** Deletes what is of delivery days before this one. */
    async removeBefore(day: string): Promise<void> {
      await database.query('DELETE FROM forecast_run WHERE delivery_day < $1::date', [day])
    },
    /** Some of what an area's runs say, for spans of years: a band is a tenth of what the runs hold. */
    parts<Part extends keyof RunHours>(
      area: MemberCode,
      parts: readonly Part[],
      { from, to }: DaySpan,
    ): Promise<PartOfRun<Part>[]> {
      const fields = ['startsAtUtc', ...parts].map((name) => `'${name}', hours->'${name}'`).join(', ')
      return database.query<PartOfRun<Part>>(
        `SELECT ${HEAD}, jsonb_build_object(${fields}) AS hours FROM forecast_run
         WHERE area = $1 AND delivery_day BETWEEN $2::date AND $3::date ORDER BY id`,
        [area, from, to],
      )
    },
    /** Delivery days from the first to the last with a run; null without any. */
    async days(): Promise<DaySpan | null> {
      const [row] = await database.query<{ from: string | null; to: string | null }>(
        'SELECT min(delivery_day) AS from, max(delivery_day) AS to FROM forecast_run',
      )
      return row?.from && row.to ? { from: row.from, to: row.to } : null
    },
  }
}
