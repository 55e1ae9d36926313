import {
  AccuracyOverTimeQuerySchema,
  type AccuracyQuery,
  AccuracyQuerySchema,
  LeadersQuerySchema,
} from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import {
  type DayForecastQuery,
  DayForecastQuerySchema,
  ForecastQuerySchema,
  DayQuerySchema,
} from '#contract/forecast.ts'
import { FREQUENCIES } from '#contract/query.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody } from '#server/http/request-body.ts'
import { dayAt, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { parseTimeZone, parseWallTime } from '#server/series/calendar/local-time.ts'

const ALLOWED: Readonly<Record<string, string>> = {
  category: 'category must be an empty text.',
  area: 'area must be an empty text.',
  time: `time must be a list of two texts, today and the delivery day, written ${WALL_TIME_FORMAT}.`,
  frequency: `frequency must be one of ${FREQUENCIES.join(', ')}.`,
  country: `country must be one of ${FORECAST_COUNTRIES.join(', ')}.`,
  day: 'day must be a date written yyyy-MM-dd.',
  run: 'run must be early or previous, or be left out.',
}

/** A delivery day as a request names it. */
export interface DayRequest {
  day: LocalDay
  zone: string
  /** `early` for the last run before the auction, `previous` for the one that counted before; undefined for the one that counts. */
  kind?: DayForecastQuery['run']
}

/** Reads the map's request: the delivery day is that of `time[1]`. */
export function parseForecastQuery(body: unknown, timeZone: string | string[] | undefined): DayRequest {
  const { time } = parseBody(ForecastQuerySchema, body, ALLOWED)
  const zone = parseTimeZone(timeZone)
  const from = parseWallTime(time[0], zone, 'time[0]')
  const to = parseWallTime(time[1], zone, 'time[1]')
  if (to < from) throw new RequestError(400, 'time[0] must not be after time[1].')
  return { day: dayAt(to, zone), zone }
}

function parseDay(day: string | undefined, zone: string, nowUtc: number): LocalDay {
  if (day === undefined) return dayAt(dayAt(nowUtc, zone).toUtc, zone)
  return dayAt(parseWallTime(`${day} 00:00`, zone, 'day'), zone)
}

/** Reads the body of a call on one country before a delivery day. */
function parseCountryQuery(schema: typeof AccuracyQuerySchema | typeof AccuracyOverTimeQuerySchema) {
  return (
    body: unknown,
    timeZone: string | string[] | undefined,
    nowUtc: number,
  ): DayRequest & Pick<AccuracyQuery, 'country'> => {
    const { country, day, ...rest } = parseBody(schema, body, ALLOWED)
    const zone = parseTimeZone(timeZone)
    return { country, day: parseDay(day, zone, nowUtc), zone, kind: 'run' in rest ? rest.run : undefined }
  }
}

/** Reads the body of a call on a delivery day. */
function parseDayQuery(
  schema: typeof DayForecastQuerySchema | typeof LeadersQuerySchema | typeof DayQuerySchema,
) {
  return (body: unknown, timeZone: string | string[] | undefined, nowUtc: number): DayRequest => {
    const { day, ...rest } = parseBody(schema, body, ALLOWED)
    const zone = parseTimeZone(timeZone)
    return { day: parseDay(day, zone, nowUtc), zone, kind: 'run' in rest ? rest.run : undefined }
  }
}

export const parseAccuracyQuery = parseCountryQuery(AccuracyQuerySchema)
export const parseAccuracyOverTimeQuery = parseCountryQuery(AccuracyOverTimeQuerySchema)
export const parseDayForecastQuery = parseDayQuery(DayForecastQuerySchema)
export const parseLeadersQuery = parseDayQuery(LeadersQuerySchema)
/** A delivery day and nothing else. */
export const parseDayOnly = parseDayQuery(DayQuerySchema)
