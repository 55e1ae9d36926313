import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, type Span } from '#server/series/series.ts'

import type { PublishedParts } from './published-parts.ts'
import { spanOfValues, sumQuarterHours, type QuarterHours } from './quarter-hours.ts'
import type { Feed } from './source.ts'

/** Areas that published onshore and offshore wind since before 2018, so that both are known to be needed from the start. */
const AREAS_WITH_OFFSHORE_WIND: ReadonlySet<MemberCode> = new Set(['DE', 'NL', 'BE'])
/** A part that was not published for this long is no longer a part. */
const PART_ENDS_AFTER_MS = 30 * DAY_MS

/**
 * Onshore plus offshore wind. While an area usually publishes both, an hour without one of them has no sum: that part is late.
 * Before an area began to publish offshore wind, its onshore wind is all of it. Null if there is no onshore wind.
 */
export async function sumWind(
  { area, kind }: Feed,
  onshore: QuarterHours | null,
  offshore: QuarterHours | null,
  parts: PublishedParts,
): Promise<QuarterHours | null> {
  const seen = await parts.recordSeen(`${area} ${kind} offshore wind`, offshore && spanOfValues(offshore))
  if (onshore === null) return null
  const isNeeded = (utc: number) =>
    AREAS_WITH_OFFSHORE_WIND.has(area) || (seen !== null && isWithin(utc, seen))
  return sumQuarterHours(onshore, offshore, isNeeded)
}

function isWithin(utc: number, { fromUtc, toUtc }: Span): boolean {
  return utc >= fromUtc && utc < toUtc + PART_ENDS_AFTER_MS
}
