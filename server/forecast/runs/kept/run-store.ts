import { LRUCache } from 'lru-cache'

import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { createRowsOfSource, utcOf } from '#server/database/columns.ts'
import type { Database, Queryable, Transaction } from '#server/database/database.ts'
import type { WeatherOfRun } from '#server/forecast/runs/job/run-weather.ts'
import type { MadeForecast, RunHours } from '#server/forecast/runs/run-hours.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import { QUANTITIES, type SeriesBlock } from '#server/series/series.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'

export const RUNS_OF_SOURCE = createRowsOfSource('forecast_run')

export interface RunHead extends Pick<MadeForecast, 'day' | 'usedInputs' | 'missingInputs'> {
  area: MemberCode
  kind: RunKind
  issuedAtUtc: number
  /** Later actual values were not used. */
  informationUtc: number
  isLate: boolean
  isReplayed: boolean
  weather: WeatherOfRun | null
}

export interface StoredRun extends RunHead, MadeForecast {}

export interface PartOfRun<Part extends keyof RunHours> extends RunHead {
  hours: Pick<RunHours, Part | 'startsAtUtc'>
}

/** Includes its last day. */
export interface DaySpan {
  from: string
  to: string
}

/** Runs never change. Calls reject with a `DatabaseError` if the database does not answer. */
export type RunStore = ReturnType<typeof createRunStore>

const HEAD = `area, delivery_day AS day, kind, ${utcOf('issued_at')} AS "issuedAtUtc",
  ${utcOf('information_time')} AS "informationUtc", is_late AS "isLate", is_replayed AS "isReplayed",
  used_inputs AS "usedInputs", missing_inputs AS "missingInputs", weather`
/** `hours` as text: the embedded database would return thousands of numbers one by one. */
const RUN = `${HEAD}, uploads, note, defects, band_shift AS "bandShift", hours::text`

/** One block per quantity. A replay has only its own day; an early replay is only scored and has none. */
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

/** Two kinds of run for all countries over the longest scored period: about 20 MB. */
const KEPT_RUNS = 3000

/** Returns how many are new. */
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

/** Runs in the order of their making. */
export function readHeads(connection: Queryable, { from, to }: DaySpan): Promise<RunHead[]> {
  return connection.query<RunHead>(
    `SELECT ${HEAD} FROM forecast_run WHERE delivery_day BETWEEN $1::date AND $2::date ORDER BY id`,
    [from, to],
  )
}

/** Caches runs, whose repeated reading took most of the time of answers about past weeks. */
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

/** Forecasts from demo data are demo data, hence `source`. */
export function createRunStore(database: Database, series: SeriesStore, source = 'none') {
  const readRuns = createRunReader(database)

  return {
    /** Adds runs and their `model` series in one transaction and revision. An existing replay stays. */
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
    async removeBefore(day: string): Promise<void> {
      await database.query('DELETE FROM forecast_run WHERE delivery_day < $1::date', [day])
    },
    /** For spans of years: a band is a tenth of a run's data. */
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
    /** Epoch milliseconds, without replays. */
    async firstIssuedUtc(): Promise<number | null> {
      const [row] = await database.query<{ first: number | null }>(
        `SELECT ${utcOf('min(issued_at)')} AS first FROM forecast_run WHERE NOT is_replayed`,
      )
      return row?.first ?? null
    },
    async days(): Promise<DaySpan | null> {
      const [row] = await database.query<{ from: string | null; to: string | null }>(
        'SELECT min(delivery_day) AS from, max(delivery_day) AS to FROM forecast_run',
      )
      return row?.from && row.to ? { from: row.from, to: row.to } : null
    },
  }
}
