import { REFUSAL_HEADER, TIME_ZONE_HEADER, UNKNOWN_ZONE } from '#contract/http-names.ts'
import { MARKET_ZONE, WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { momentOf, zoneOffset } from '#contract/zone-time.ts'
import { RequestError } from '#server/errors.ts'

/** Earlier zones had offsets of odd minutes; later offsets are unknown. */
export const FIRST_YEAR = 2000
export const LAST_YEAR = 2100

/** Canonical name; the market's zone if undefined. Throws a `RequestError` that names `field`. */
export function parseTimeZone(name: string | string[] | undefined, field: string = TIME_ZONE_HEADER): string {
  if (name === undefined) return MARKET_ZONE
  const text = String(name)
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
    if (/^[+-]/.test(zone)) throw new RangeError('An offset is not a zone')
    return zone
  } catch {
    const sentence = `${field} must be an IANA time zone such as ${MARKET_ZONE}.`
    throw new RequestError(400, sentence, { [REFUSAL_HEADER]: UNKNOWN_ZONE })
  }
}

const WALL_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/

/** Moment of a local `yyyy-MM-dd HH:mm`: a skipped time moves on by the gap, the first of a repeated time counts. Throws a `RequestError` that names `field`. */
export function parseWallTime(text: string, zone: string, field: string): number {
  const wallMs = WALL_TIME.test(text) ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN
  // `Date` reads 30 February as 2 March.
  const isDate = !Number.isNaN(wallMs) && new Date(wallMs).toISOString().startsWith(text.replace(' ', 'T'))
  const year = Number(text.slice(0, 4))
  if (!isDate || year < FIRST_YEAR || year > LAST_YEAR)
    throw new RequestError(
      400,
      `${field} must be a time that exists, written ${WALL_TIME_FORMAT}, in the years ${FIRST_YEAR} to ${LAST_YEAR}.`,
    )
  return momentOf(wallMs, zoneOffset(zone))
}
