import { z } from 'zod'

import { SourceError } from '#server/errors.ts'
import { HOUR_MS, type Span } from '#server/series/series.ts'
import { parseInstant } from '#server/sources/instant.ts'
import { parseJson } from '#server/sources/parse-json.ts'

/** The columns that are taken, by the names of version 2; the rest of an answer is ignored. */
export type ColumnName = 'load' | 'solar' | 'wind_onshore' | 'wind_offshore'

export interface EnergyChartsAnswer {
  /** Beginnings of the intervals, epoch milliseconds, ascending. */
  stampsUtc: number[]
  /** Mean power in MW, null for what is not published; one value per stamp. */
  columns: ReadonlyMap<ColumnName, readonly (number | null)[]>
  /** Minutes between the stamps, where the answer says so. */
  declaredStep: number | null
  /** What was left out, because it cannot be read. */
  faults: AnswerFault[]
}

/** What cannot be read of a column, or of all of them, over a time. */
export interface AnswerFault extends Span {
  name: ColumnName | null
  text: string
}

/** Exact names, because "Residual load" and "Load (incl. self-consumption)" are something else, and shares are percentages. */
const NAMES: ReadonlyMap<string, ColumnName> = new Map([
  ['Load', 'load'],
  ['Solar', 'solar'],
  ['Wind onshore', 'wind_onshore'],
  ['Wind offshore', 'wind_offshore'],
])
const IDS: ReadonlySet<string> = new Set(NAMES.values())

const PowerSchema = z.object({
  unix_seconds: z.array(z.unknown()),
  production_types: z.array(z.object({ name: z.string(), data: z.array(z.unknown()) })),
})
const ForecastSchema = z.object({
  unix_seconds: z.array(z.unknown()),
  forecast_values: z.array(z.unknown()),
  production_type: z.string(),
})
const Version2Schema = z.object({
  unit: z.string().nullish(),
  interval_minutes: z.number().nullish(),
  series: z.array(z.object({ id: z.string(), unit: z.string().nullish() })),
  data: z.array(z.object({ timestamp: z.string(), values: z.record(z.string(), z.unknown()) })),
})

function unreadable(reason: string): SourceError {
  return new SourceError(`Energy-Charts sent an answer that cannot be read: ${reason}.`, {
    isTransient: true,
  })
}

/** Reads an answer of either version, power or forecast. Throws a `SourceError`. */
export function readEnergyChartsAnswer(text: string): EnergyChartsAnswer {
  const body = jsonOf(text)
  const version2 = Version2Schema.safeParse(body)
  if (version2.success) return readVersion2(version2.data)
  const power = PowerSchema.safeParse(body)
  if (power.success) return readPower(power.data)
  const forecast = ForecastSchema.safeParse(body)
  if (forecast.success) return readForecast(forecast.data)
  throw unreadable('it has an unknown shape')
}

function readPower(body: z.infer<typeof PowerSchema>): EnergyChartsAnswer {
  const columns = body.production_types.flatMap(({ name, data }) => {
    const column = NAMES.get(name)
    return column === undefined ? [] : [[column, data] as const]
  })
  return checked(body.unix_seconds.map(fromUnixSeconds), columns, null)
}

function readForecast(body: z.infer<typeof ForecastSchema>): EnergyChartsAnswer {
  const column = body.production_type
  if (!isColumnName(column)) throw unreadable(`it forecasts ${column.slice(0, 40)}`)
  return checked(body.unix_seconds.map(fromUnixSeconds), [[column, body.forecast_values]], null)
}

function readVersion2(body: z.infer<typeof Version2Schema>): EnergyChartsAnswer {
  const columns = body.series.flatMap(({ id, unit }) => {
    if (!isColumnName(id)) return []
    const itsUnit = unit ?? body.unit ?? 'MW'
    if (itsUnit !== 'MW') throw unreadable(`${id} is in ${itsUnit.slice(0, 20)}, not in MW`)
    return [[id, body.data.map(({ values }) => values[id] ?? null)] as const]
  })
  const stamps = body.data.map(({ timestamp }) => parseInstant(timestamp))
  return checked(stamps, columns, body.interval_minutes ?? null)
}

/** Leaves out the stamps, columns and values that cannot be read, and says where. Refuses an answer of which nothing is left. */
function checked(
  stamps: readonly (number | null)[],
  columns: readonly (readonly [ColumnName, readonly unknown[]])[],
  declaredStep: number | null,
): EnergyChartsAnswer {
  if (columns.length === 0 && stamps.length > 0) throw unreadable('it has none of load, solar and wind')
  const faults: AnswerFault[] = []
  const rows: { row: number; utc: number }[] = []
  for (const [row, utc] of stamps.entries()) {
    const beforeUtc = rows.at(-1)?.utc ?? Number.NEGATIVE_INFINITY
    if (utc !== null && utc > beforeUtc) rows.push({ row, utc })
    else {
      // It may stand for any time between its neighbours.
      const toUtc = stamps.slice(row + 1).find((other) => other !== null && other > beforeUtc)
      faults.push({
        name: null,
        fromUtc: beforeUtc,
        toUtc: toUtc ?? Infinity,
        text: 'its stamps do not ascend',
      })
    }
  }
  const read = new Map<ColumnName, (number | null)[]>()
  for (const [name, values] of columns) {
    const all = { name, fromUtc: Number.NEGATIVE_INFINITY, toUtc: Infinity }
    if (read.has(name)) faults.push({ ...all, text: `it gives ${name} twice` })
    else if (values.length !== stamps.length)
      faults.push({ ...all, text: `${name} does not have one value per stamp` })
    else
      read.set(
        name,
        rows.map(({ row, utc }, index) => {
          const value = values[row] ?? null
          if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
          const toUtc = rows[index + 1]?.utc ?? utc + HOUR_MS
          faults.push({ name, fromUtc: utc, toUtc, text: `a value of ${name} is not a number` })
          return null
        }),
      )
  }
  const [fault] = faults
  if (fault !== undefined && (rows.length === 0 || read.size === 0)) throw unreadable(fault.text)
  return { stampsUtc: rows.map(({ utc }) => utc), columns: read, declaredStep, faults }
}

function fromUnixSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value * 1000 : null
}

function isColumnName(id: string): id is ColumnName {
  return IDS.has(id)
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw unreadable('it is not JSON')
  }
}
