import { parseDateTime } from '@internationalized/date'

import { type Frequency, MAX_SPAN_YEARS } from '#contract/query.ts'
import { RequestError } from '#server/errors.ts'
import type { Span } from '#server/series/series.ts'

import { parseWallTime } from './local-time.ts'

/** The span between two wall-clock times of a request. Throws a `RequestError` where it is reversed or too long for an answer. */
export function parseRequestedSpan(
  [start, end]: readonly [string, string],
  frequency: Frequency,
  zone: string,
): Span {
  const span = {
    fromUtc: parseWallTime(start, zone, 'time[0]'),
    toUtc: parseWallTime(end, zone, 'time[1]'),
  }
  if (span.toUtc <= span.fromUtc) throw new RequestError(400, 'time[0] must be before time[1].')
  // Wall clock against wall clock, so that leap years and clock changes make no difference.
  const years = MAX_SPAN_YEARS[frequency]
  const latestEnd = parseDateTime(start.replace(' ', 'T')).add({ years })
  if (parseDateTime(end.replace(' ', 'T')).compare(latestEnd) > 0) {
    throw new RequestError(400, `time may span at most ${years} years with frequency ${frequency}.`)
  }
  return span
}
