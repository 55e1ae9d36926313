import { z } from 'zod'

import { AREA_CODES, membersOf } from '#contract/areas.ts'
import type { DayForecastQuerySchema } from '#contract/forecast.ts'
import type { DayErrorsQuerySchema } from '#contract/row-tables.ts'
import { isPartOfWind, MORE_COLUMNS, SERIES_FREQUENCIES, SERIES_KINDS } from '#contract/series.ts'
import type { SeriesQuery } from '#contract/series.ts'
import { DAY_MS, type Span } from '#contract/time.ts'
import { countDays } from '#contract/zone-time.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import { FIRST_YEAR, LAST_YEAR, parseTimeZone, parseWallTime } from '#server/calendar/local-time.ts'
import { RequestError } from '#server/errors.ts'
import { type Known, KNOWN_NOW, knownAt, knownBefore, LOOK_SENTENCE } from '#server/series/known.ts'

const MAX_YEARS = 10
const MAX_MS = MAX_YEARS * 366 * DAY_MS
const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/
const WALL_TEXT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/
const InstantSchema = z.iso.datetime({ offset: true })
/** Inserts the optional seconds of an instant. */
const MINUTES_END = /(T\d{2}:\d{2})(?=Z|[+-])/

const listOf = (name: string, values: readonly string[]) =>
  `${name} must be one of ${values.join(', ')}, or several of them separated by commas.`
const timeSentence = (name: string) =>
  `${name} must be a time that exists, written yyyy-MM-dd, yyyy-MM-dd HH:mm or 2026-11-20T12:00Z, in the years ${FIRST_YEAR} to ${LAST_YEAR}.${name === 'as_of' ? ` It can also be ${LOOK_SENTENCE}.` : ''}`

/** Sentences for all calls with rows. */
export const REFUSALS: Readonly<Record<string, string>> = {
  area: listOf('area', AREA_CODES),
  kind: listOf('kind', [...SERIES_KINDS, 'uploaded']),
  from: timeSentence('from'),
  to: timeSentence('to'),
  day: 'day must be a date written yyyy-MM-dd.',
  as_of: timeSentence('as_of'),
  frequency: `frequency must be one of ${SERIES_FREQUENCIES.join(', ')}.`,
  zone: 'zone must be an IANA time zone such as Europe/Brussels.',
  forecast: 'forecast must be the label of an uploaded forecast, at most 200 characters.',
  columns: listOf('columns', MORE_COLUMNS),
  head: 'head must be basis, or be left out.',
}

export const ROWS = {
  method: 'GET',
  who: 'reader',
  otherAnswers: { 'text/csv': null, 'application/vnd.apache.parquet': null },
  refusals: REFUSALS,
  isQueued: true,
  hasTag: true,
} as const

function parseTime(text: string, zone: string, name: string): number {
  if (DAY_TEXT.test(text)) return parseTime(`${text} 00:00`, zone, name)
  try {
    if (WALL_TEXT.test(text)) return parseWallTime(text.replace('T', ' '), zone, name)
    const instant = InstantSchema.safeParse(text.replace(MINUTES_END, '$1:00'))
    const utc = instant.success ? Date.parse(instant.data) : Number.NaN
    const year = new Date(utc).getUTCFullYear()
    if (year >= FIRST_YEAR && year <= LAST_YEAR) return utc
  } catch {
    // No such day or time: the sentence below names all forms.
  }
  throw new RequestError(400, timeSentence(name))
}

function parseSpan(query: Pick<SeriesQuery, 'from' | 'to'>, zone: string): Span {
  const span = { fromUtc: parseTime(query.from, zone, 'from'), toUtc: parseTime(query.to, zone, 'to') }
  if (span.toUtc <= span.fromUtc) throw new RequestError(400, 'from must be before to.')
  if (span.toUtc - span.fromUtc > MAX_MS)
    throw new RequestError(400, `from and to may be at most ${MAX_YEARS} years apart.`)
  return span
}

function parseKnown(
  { as_of, run = null }: { as_of?: string | undefined; run?: Known['run'] | undefined },
  zone: string,
): Known {
  if (as_of === undefined) return { ...KNOWN_NOW, zone, run }
  return { ...(knownBefore(as_of, zone) ?? knownAt(parseTime(as_of, zone, 'as_of'))), zone, run }
}

export type SeriesRequest = ReturnType<typeof parseSeriesRequest>

/** Throws a `RequestError` 400. */
export function parseSeriesRequest(query: SeriesQuery) {
  const { area: areas, quantity, kind: kinds, frequency, format, columns: more = [] } = query
  const zone = parseTimeZone(query.zone, 'zone')
  const span = parseSpan(query, zone)
  const isStored = (kind: string) => kind === 'actual' || kind === 'tso'
  if (kinds.some((kind) => !isStored(kind) && kind !== 'uploaded') && frequency === '15min')
    throw new RequestError(400, 'The model forecasts hours: frequency must be H or D.')
  if (!kinds.every(isStored) && isPartOfWind(quantity))
    throw new RequestError(
      400,
      'The model and uploaded forecasts are of all wind together: kind must be actual or tso.',
    )
  if (query.versions !== undefined && kinds.includes('uploaded'))
    throw new RequestError(
      400,
      'versions=all is not of uploaded forecasts: use as_of, or kind without uploaded.',
    )
  const isBand = kinds.some((kind) => kind === 'p10' || kind === 'p90')
  const hasBand =
    quantity === 'residual' && frequency === 'H' && areas.every((area) => membersOf(area).length === 1)
  if (isBand && !hasBand)
    throw new RequestError(
      400,
      'p10 and p90 are kept for hours of the residual load of single areas: quantity must be residual, frequency H, and area not a group.',
    )
  return {
    known: parseKnown(query, zone),
    /** All versions of a forecast, not only the current one. */
    hasVersions: query.versions === 'all',
    areas,
    quantity,
    kinds,
    /** Label of the only uploaded forecast to return. */
    forecast: query.forecast,
    more: query.versions === undefined ? more : [...more, 'published_utc' as const],
    frequency,
    format,
    /** Contains the timestamps. */
    span,
    zone,
  }
}

/** Default: tomorrow. Throws a `RequestError` 400. */
export function parseDay<
  Query extends Omit<z.output<typeof DayForecastQuerySchema>, 'zone'> & { zone?: string | undefined },
>({ day, zone: zoneName, as_of, run, ...rest }: Query, nowUtc: number) {
  const zone = parseTimeZone(zoneName, 'zone')
  const dayUtc = day === undefined ? dayAt(nowUtc, zone).toUtc : parseTime(day, zone, 'day')
  return { ...rest, day: dayAt(dayUtc, zone), zone, known: parseKnown({ as_of, run }, zone) }
}

/** `todayUtc`: local midnight before now, or before `as_of`. */
export function parseAreaTable<Query extends Omit<z.output<typeof DayErrorsQuerySchema>, 'forecast'>>(
  { area: areas, from, to, zone: zoneName, as_of, run, ...rest }: Query,
  maxDays: number,
  nowUtc: number,
) {
  const [area, ...others] = areas
  if (area === undefined || others.length > 0)
    throw new RequestError(400, `area must be one of ${AREA_CODES.join(', ')}.`)
  const zone = parseTimeZone(zoneName, 'zone')
  const span = parseSpan({ from, to }, zone)
  if (countDays(dayAt(span.fromUtc, zone).date, dayAt(span.toUtc - 1, zone).date) > maxDays)
    throw new RequestError(400, `from and to may be at most ${maxDays} days apart.`)
  const known = parseKnown({ as_of, run }, zone)
  const todayUtc = dayAt(Math.min(nowUtc, known.endedByUtc), zone).fromUtc
  return { ...rest, area, span, zone, known, todayUtc }
}
