import type { DataDefect, RunInput } from '#contract/accuracy.ts'
import type { MemberCode } from '#contract/areas.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { WeatherOfRun } from '#server/forecast/runs/inputs/run-weather.ts'
import { addDays, timeOfDay } from '#server/forecast/runs/market-day.ts'
import type { RunHours } from '#server/forecast/runs/run-hours.ts'
import type { RunKind } from '#server/forecast/runs/run-kind.ts'
import { HOUR_MS, QUANTITIES, type SeriesBlock, type SeriesStore } from '#server/series/series.ts'

/** When a run was made and from what. */
export interface RunHead {
  area: MemberCode
  /** Delivery day of the market, `yyyy-MM-dd`. */
  day: string
  kind: RunKind
  issuedAtUtc: number
  /** Actual values later than this were not used. */
  informationUtc: number
  isLate: boolean
  isReplayed: boolean
  usedInputs: readonly RunInput[]
  missingInputs: readonly RunInput[]
  /** Null where there was none for the delivery day. */
  weather: WeatherOfRun | null
}

export interface StoredRun extends RunHead {
  note: string
  defects: readonly DataDefect[]
  bandShift: number
  hours: RunHours
}

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
export interface RunStore {
  /**
   * Adds runs, and what they say as series of kind `model`, in one transaction with one new revision. A replay that already exists
   * stays as it is.
   */
  add(runs: readonly StoredRun[]): Promise<void>
  /** The runs of some areas, the last made of a day and kind last. */
  heads(span: DaySpan): Promise<RunHead[]>
  runs(areas: readonly MemberCode[], span: DaySpan): Promise<StoredRun[]>
  /** Some of what an area's runs say, for spans of years: a band is a tenth of what the runs hold. */
  parts<Part extends keyof RunHours>(
    area: MemberCode,
    parts: readonly Part[],
    span: DaySpan,
  ): Promise<PartOfRun<Part>[]>
  /** Delivery days from the first to the last with a run; null without any. */
  days(): Promise<DaySpan | null>
}

interface HeadRow {
  area: MemberCode
  delivery_day: string
  kind: RunKind
  issued_at: Date
  information_time: Date
  is_late: boolean
  is_replayed: boolean
  used_inputs: RunInput[]
  missing_inputs: RunInput[]
  weather: WeatherOfRun | null
}

interface RunRow extends HeadRow {
  note: string
  defects: DataDefect[]
  band_shift: number
  hours: RunHours
}

const HEAD =
  'area, delivery_day, kind, issued_at, information_time, is_late, is_replayed, used_inputs, missing_inputs, weather'

function toHead(row: HeadRow): RunHead {
  return {
    area: row.area,
    day: row.delivery_day,
    kind: row.kind,
    issuedAtUtc: row.issued_at.getTime(),
    informationUtc: row.information_time.getTime(),
    isLate: row.is_late,
    isReplayed: row.is_replayed,
    usedInputs: row.used_inputs,
    missingInputs: row.missing_inputs,
    weather: row.weather,
  }
}

/** The columns of runs, each as an array. */
function columnsOf(runs: readonly StoredRun[]): unknown[] {
  const column = (of: (run: StoredRun) => unknown) => runs.map(of)
  return [
    column((run) => run.area),
    column((run) => run.day),
    column((run) => run.kind),
    column((run) => new Date(run.issuedAtUtc)),
    column((run) => new Date(run.informationUtc)),
    column((run) => run.isLate),
    column((run) => run.isReplayed),
    column((run) => JSON.stringify(run.usedInputs)),
    column((run) => JSON.stringify(run.missingInputs)),
    column((run) => run.weather && JSON.stringify(run.weather)),
    column((run) => run.note),
    column((run) => JSON.stringify(run.defects)),
    column((run) => run.bandShift),
    column((run) => JSON.stringify(run.hours)),
  ]
}

/**
 * A run as series of kind `model`, one block a quantity. A replay keeps to its day: what lies beyond may be there already, from
 * the forecast of the day after. An early replay is only made to be scored and has no block: the curve of a past day is that of the
 * complete one.
 */
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

async function* inOneBatch(blocks: readonly SeriesBlock[]) {
  yield blocks
}

/** Returns how many there were not yet. */
async function insertRuns(
  connection: Transaction,
  runs: readonly StoredRun[],
  source: string,
): Promise<number> {
  const inserted = await connection.query(
    `INSERT INTO forecast_run (source, ${HEAD}, note, defects, band_shift, hours)
     SELECT $15::text, area, delivery_day, kind, issued_at, information_time, is_late, is_replayed, used_inputs::jsonb,
       missing_inputs::jsonb, weather::jsonb, note, defects::jsonb, band_shift, hours::jsonb
     FROM unnest(
       $1::text[], $2::date[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::boolean[], $7::boolean[], $8::text[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::double precision[], $14::text[]
     ) WITH ORDINALITY AS made (${HEAD}, note, defects, band_shift, hours, number)
     ORDER BY number
     ON CONFLICT DO NOTHING
     RETURNING id`,
    [...columnsOf(runs), source],
  )
  return inserted.length
}

/**
 * The runs of a database; `series` are those of the same database, and `source` is that of the values from which runs are added:
 * what is forecast from invented values is invented.
 */
export function createRunStore(database: Database, series: SeriesStore, source = 'none'): RunStore {
  return {
    async add(runs) {
      if (runs.length === 0) return
      const blocks = runs.flatMap(modelBlocks)
      const fetchedAtUtc = Math.max(...runs.map(({ issuedAtUtc }) => issuedAtUtc))
      await series.writeAll(blocks, inOneBatch(blocks), { source, fetchedAtUtc }, 'revise', (connection) =>
        insertRuns(connection, runs, source),
      )
    },
    async heads({ from, to }) {
      const rows = await database.query<HeadRow>(
        `SELECT ${HEAD} FROM forecast_run WHERE delivery_day BETWEEN $1::date AND $2::date ORDER BY id`,
        [from, to],
      )
      return rows.map(toHead)
    },
    async runs(areas, { from, to }) {
      const rows = await database.query<RunRow>(
        `SELECT ${HEAD}, note, defects, band_shift, hours FROM forecast_run
         WHERE area = ANY($1::text[]) AND delivery_day BETWEEN $2::date AND $3::date ORDER BY id`,
        [areas, from, to],
      )
      return rows.map((row) => ({
        ...toHead(row),
        note: row.note,
        defects: row.defects,
        bandShift: row.band_shift,
        hours: row.hours,
      }))
    },
    async parts<Part extends keyof RunHours>(
      area: MemberCode,
      parts: readonly Part[],
      { from, to }: DaySpan,
    ) {
      const fields = ['startsAtUtc', ...parts].map((name) => `'${name}', hours->'${name}'`).join(', ')
      const rows = await database.query<HeadRow & Pick<PartOfRun<Part>, 'hours'>>(
        `SELECT ${HEAD}, jsonb_build_object(${fields}) AS hours FROM forecast_run
         WHERE area = $1 AND delivery_day BETWEEN $2::date AND $3::date ORDER BY id`,
        [area, from, to],
      )
      return rows.map((row) => ({ ...toHead(row), hours: row.hours }))
    },
    async days() {
      const [row] = await database.query<{ from: string | null; to: string | null }>(
        'SELECT min(delivery_day) AS from, max(delivery_day) AS to FROM forecast_run',
      )
      return row?.from && row.to ? { from: row.from, to: row.to } : null
    },
  }
}
