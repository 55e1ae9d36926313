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
  faults: AnswerFault[]
}

/** Something in an answer that cannot be read, and is left out. */
export interface AnswerFault {
  /** Null if it may be about any. */
  column: ColumnName | null
  /** The times that it is about; null if that can be any. */
  spans: Span[] | null
  message: string
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
  production_types: z.array(
    z.object({ name: z.string(), data: z.array(z.unknown()).catch([]) }).catch({ name: '', data: [] }),
  ),
})
const ForecastSchema = z.object({
  unix_seconds: z.array(z.unknown()),
  forecast_values: z.array(z.unknown()),
  production_type: z.string(),
})
const Version2Schema = z.object({
  unit: z.string().nullish(),
  interval_minutes: z.number().nullish(),
  series: z.array(z.object({ id: z.string(), unit: z.string().nullish() }).catch({ id: '' })),
  data: z.array(
    z
      .object({ timestamp: z.string(), values: z.record(z.string(), z.unknown()) })
      .catch({ timestamp: '', values: {} }),
  ),
})

function unreadable(reason: string): SourceError {
  return new SourceError(`Energy-Charts sent an answer that cannot be read: ${reason}.`, {
    isTransient: true,
  })
}

/**
 * Reads an answer of either version, power or forecast. A stamp, value or column that cannot be read is left out and is among the
 * faults. Throws a `SourceError` if the answer as a whole cannot be read.
 */
export function readEnergyChartsAnswer(text: string): EnergyChartsAnswer {
  const body = parseJson(text)
  if (body === undefined) throw unreadable('it is not JSON')
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
  const faults: AnswerFault[] = []
  const columns = body.series.flatMap(({ id, unit }) => {
    if (!isColumnName(id)) return []
    const itsUnit = unit ?? body.unit ?? 'MW'
    if (itsUnit === 'MW') return [[id, body.data.map(({ values }) => values[id] ?? null)] as const]
    faults.push({ column: id, spans: null, message: `${id} is in ${itsUnit.slice(0, 20)}, not in MW` })
    return []
  })
  const stamps = body.data.map(({ timestamp }) => parseInstant(timestamp))
  return checked(stamps, columns, body.interval_minutes ?? null, faults)
}

/** Throws if nothing can be read although something came. */
function checked(
  stamps: readonly (number | null)[],
  columns: readonly (readonly [ColumnName, readonly unknown[]])[],
  declaredStep: number | null,
  faults: AnswerFault[] = [],
): EnergyChartsAnswer {
  let newestUtc = Number.NEGATIVE_INFINITY
  const known = stamps.map((stamp) => {
    if (stamp === null || stamp <= newestUtc) return null
    newestUtc = stamp
    return stamp
  })
  if (known.includes(null)) faults.push({ column: null, spans: null, message: 'its stamps do not ascend' })
  const rows = withPlaces(known)
  const read = new Map<ColumnName, (number | null)[]>()
  for (const [column, values] of columns) {
    const message = read.has(column)
      ? `it gives ${column} twice`
      : values.length === stamps.length
        ? null
        : `${column} does not have one value per stamp`
    if (message === null)
      read.set(
        column,
        rows.map(({ index, stampUtc }) =>
          known[index] === null ? null : readValue(values[index], column, stampUtc, faults),
        ),
      )
    else faults.push({ column, spans: null, message })
  }
  const [fault] = faults
  if (columns.length === 0 && stamps.length > 0)
    throw unreadable(fault?.message ?? 'it has none of load, solar and wind')
  if (fault !== undefined && [...read.values()].every((values) => values.every((value) => value === null)))
    throw unreadable(fault.message)
  return { stampsUtc: rows.map(({ stampUtc }) => stampUtc), columns: read, declaredStep, faults }
}

/** Rows whose stamp is not known keep a place between the others, so that the steps of those stay as they are. */
function withPlaces(known: readonly (number | null)[]): { index: number; stampUtc: number }[] {
  const rows: { index: number; stampUtc: number }[] = []
  for (const [index, stampUtc] of known.entries()) {
    if (stampUtc === null) continue
    const before = rows.at(-1)
    if (before !== undefined)
      for (let between = before.index + 1; between < index; between += 1) {
        const share = (between - before.index) / (index - before.index)
        rows.push({ index: between, stampUtc: before.stampUtc + share * (stampUtc - before.stampUtc) })
      }
    rows.push({ index, stampUtc })
  }
  return rows
}

function readValue(
  value: unknown,
  column: ColumnName,
  stampUtc: number,
  faults: AnswerFault[],
): number | null {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  const span = { fromUtc: stampUtc, toUtc: stampUtc + HOUR_MS }
  const last = faults.at(-1)
  const message = `a value of ${column} is not a number`
  // One fault for all of a column.
  if (last?.message === message) last.spans?.push(span)
  else faults.push({ column, spans: [span], message })
  return null
}

function fromUnixSeconds(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value * 1000 : null
}

function isColumnName(id: string): id is ColumnName {
  return IDS.has(id)
}
