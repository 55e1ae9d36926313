import type { AreaCode } from '#contract/areas.ts'
import type { DayForecastQuery, ForecastQuery } from '#contract/forecast.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { RequestError } from '#server/errors.ts'
import { dayAt, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { parseTimeZone, parseWallTime } from '#server/series/calendar/local-time.ts'
import type { Span } from '#server/series/series.ts'

export const ALLOWED: Readonly<Record<string, string>> = {
  category: 'category must be an empty text.',
  area: 'area must be an empty text.',
  time: `time must be a list of two texts, today and the delivery day, written ${WALL_TIME_FORMAT}.`,
  day: 'day must be a date written yyyy-MM-dd.',
  run: 'run must be early or previous, or be left out.',
  asOf: 'asOf must be an instant in UTC such as 2026-11-20T12:00:00Z, or be left out.',
}

export interface DayRequest {
  day: LocalDay
  zone: string
  /** `early` for the last run before the auction, `previous` for the one that counted before; undefined for the one that counts. */
  kind?: DayForecastQuery['run']
  /** When it was known; null for now. */
  knownUtc: number | null
}

export interface AreaDaysRequest extends Pick<DayRequest, 'zone' | 'knownUtc'> {
  area: AreaCode
  span: Span
  /** The local midnight before now or, of what was known at a time, before that time. */
  todayUtc: number
}

/** The header of a request that names a zone. */
export type TimeZone = string | string[] | undefined

/** The delivery day of the map's request: that of `time[1]`. */
export function dayOfMap({ time }: ForecastQuery, timeZone: TimeZone): DayRequest {
  const zone = parseTimeZone(timeZone)
  const from = parseWallTime(time[0], zone, 'time[0]')
  const to = parseWallTime(time[1], zone, 'time[1]')
  if (to < from) throw new RequestError(400, 'time[0] must not be after time[1].')
  return { day: dayAt(to, zone), zone, knownUtc: null }
}

/** The delivery day of any other request: tomorrow where it names none. */
export function dayOfQuery(
  { day, run, asOf }: DayForecastQuery,
  timeZone: TimeZone,
  nowUtc: number,
): DayRequest {
  const zone = parseTimeZone(timeZone)
  const dayUtc = day === undefined ? dayAt(nowUtc, zone).toUtc : parseWallTime(`${day} 00:00`, zone, 'day')
  return { day: dayAt(dayUtc, zone), zone, kind: run, knownUtc: asOf === undefined ? null : Date.parse(asOf) }
}
