import { membersOf } from '#contract/areas.ts'
import { MAX_SPAN_YEARS, type Query, QUANTITY_OF, type QueryExtras } from '#contract/query.ts'
import type { Span } from '#contract/time.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { addYears } from '#contract/zone-time.ts'
import { parseTimeZone, parseWallTime } from '#server/calendar/local-time.ts'
import { RequestError } from '#server/errors.ts'
import { KNOWN_NOW, knownAt, knownBefore, LOOK_SENTENCE } from '#server/series/known.ts'
import { KINDS } from '#server/series/series.ts'

export const QUERY_REFUSALS = {
  time: `time must be a list of two texts, start and end, written ${WALL_TIME_FORMAT}.`,
  with: 'with must be final, or be left out.',
  step: 'step must be 15min, or be left out.',
  as_of: `as_of must be an instant in UTC such as 2026-11-20T12:00:00Z, ${LOOK_SENTENCE}, or be left out.`,
}

export type GraphQuery = ReturnType<typeof parseGraphQuery>

/** Throws a `RequestError` 400. */
export function parseGraphQuery(
  { category, area, time, frequency }: Query,
  timeZone: string | string[] | undefined,
  { as_of, ...extras }: QueryExtras = {},
) {
  const zone = parseTimeZone(timeZone)
  const span = parseSpan(time, frequency, zone)
  if (extras.step !== undefined && frequency !== 'H')
    throw new RequestError(400, 'step=15min needs frequency H.')
  // Quantiles cannot be averaged over days or summed over areas.
  const hasBand = category === 'Residual Load' && frequency === 'H' && membersOf(area).length === 1
  return {
    area,
    quantity: QUANTITY_OF[category],
    kinds: [...KINDS, ...(extras.with ? (['final', ...(hasBand ? BAND : [])] as const) : [])],
    step: extras.step ?? frequency,
    /** Contains the timestamps. */
    span,
    zone,
    known: {
      ...(as_of === undefined ? KNOWN_NOW : (knownBefore(as_of, zone) ?? knownAt(Date.parse(as_of)))),
      zone,
    },
  }
}

const BAND = ['p10', 'p90'] as const

function parseSpan([start, end]: Query['time'], frequency: Query['frequency'], zone: string): Span {
  const span = { fromUtc: parseWallTime(start, zone, 'time[0]'), toUtc: parseWallTime(end, zone, 'time[1]') }
  if (span.toUtc <= span.fromUtc) throw new RequestError(400, 'time[0] must be before time[1].')
  // Independent of leap years and clock changes.
  const years = MAX_SPAN_YEARS[frequency]
  if (end > addYears(start.slice(0, 10), years) + start.slice(10))
    throw new RequestError(400, `time may span at most ${years} years with frequency ${frequency}.`)
  return span
}
