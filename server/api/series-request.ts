import { z } from 'zod'

import { MEMBER_CODES } from '#contract/areas.ts'
import {
  SERIES_FORMATS,
  SERIES_FREQUENCIES,
  SERIES_KINDS,
  SERIES_QUANTITIES,
  type SeriesQuery,
  SeriesQuerySchema,
} from '#contract/series.ts'
import { RequestError } from '#server/errors.ts'
import { parseParameters } from '#server/http/request-body.ts'
import { FIRST_YEAR, LAST_YEAR, parseTimeZone, parseWallTime } from '#server/series/local-time.ts'
import { DAY_MS, type Span } from '#server/series/series.ts'

/** A request for a series that can be answered. */
export interface SeriesRequest extends Pick<
  SeriesQuery,
  'area' | 'quantity' | 'kind' | 'frequency' | 'format'
> {
  /** The values whose stamps lie in it. */
  span: Span
  zone: string
  /** When a forecast was known; null for the one that counts. */
  knownUtc: number | null
}

const MAX_YEARS = 10
const MAX_MS = MAX_YEARS * 366 * DAY_MS
const DAY_TEXT = /^\d{4}-\d{2}-\d{2}$/
const WALL_TEXT = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}$/
const InstantSchema = z.iso.datetime({ offset: true })
/** Where the seconds of an instant can be left out. */
const MINUTES_END = /(T\d{2}:\d{2})(?=Z|[+-])/

const oneOf = (name: string, values: readonly string[]) => `${name} must be one of ${values.join(', ')}.`
const timeSentence = (name: string) =>
  `${name} must be a time that exists, written yyyy-MM-dd, yyyy-MM-dd HH:mm or 2026-11-20T12:00Z, in the years ${FIRST_YEAR} to ${LAST_YEAR}.`

const ALLOWED: Readonly<Record<string, string>> = {
  area: oneOf('area', MEMBER_CODES),
  quantity: oneOf('quantity', SERIES_QUANTITIES),
  kind: oneOf('kind', SERIES_KINDS),
  from: timeSentence('from'),
  to: timeSentence('to'),
  as_of: timeSentence('as_of'),
  frequency: oneOf('frequency', SERIES_FREQUENCIES),
  zone: 'zone must be an IANA time zone such as Europe/Brussels.',
  format: oneOf('format', SERIES_FORMATS),
}

function parseTime(text: string, zone: string, name: string): number {
  if (DAY_TEXT.test(text)) return parseTime(`${text} 00:00`, zone, name)
  try {
    if (WALL_TEXT.test(text)) return parseWallTime(text.replace('T', ' '), zone, name)
    const instant = InstantSchema.safeParse(text.replace(MINUTES_END, '$1:00'))
    const utc = instant.success ? Date.parse(instant.data) : Number.NaN
    const year = new Date(utc).getUTCFullYear()
    if (year >= FIRST_YEAR && year <= LAST_YEAR) return utc
  } catch {
    // No such day or time: the sentence below names all the forms.
  }
  throw new RequestError(400, timeSentence(name))
}

function parseSpan(query: SeriesQuery, zone: string): Span {
  const span = { fromUtc: parseTime(query.from, zone, 'from'), toUtc: parseTime(query.to, zone, 'to') }
  if (span.toUtc <= span.fromUtc) throw new RequestError(400, 'from must be before to.')
  if (span.toUtc - span.fromUtc > MAX_MS)
    throw new RequestError(400, `from and to may be at most ${MAX_YEARS} years apart.`)
  return span
}

/** Reads the parameters of a request. Throws a `RequestError` 400 that says what is wrong and what is allowed. */
export function parseSeriesRequest(parameters: unknown): SeriesRequest {
  const query = parseParameters(SeriesQuerySchema, parameters, ALLOWED)
  const { area, quantity, kind, frequency, format } = query
  const zone = parseTimeZone(query.zone, 'zone')
  const span = parseSpan(query, zone)
  if (kind === 'actual' && query.as_of !== undefined)
    throw new RequestError(400, 'as_of needs kind tso or model: of actual values only the newest are kept.')
  if (kind === 'model' && frequency === '15min')
    throw new RequestError(400, 'The model forecasts hours: frequency must be H or D.')
  const knownUtc = query.as_of === undefined ? null : parseTime(query.as_of, zone, 'as_of')
  return { area, quantity, kind, frequency, format, span, zone, knownUtc }
}
