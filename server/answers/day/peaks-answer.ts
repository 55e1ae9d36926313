import { parseDate } from '@internationalized/date'

import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { PeaksAnswer } from '#contract/forecast.ts'
import { hourEdges } from '#server/series/calendar/local-calendar.ts'
import type { ReadMeans } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'

import type { DayRequest } from './forecast-request.ts'
import { localDay } from './read-day.ts'

/** The highest hours of the 12 months before a local day. Rejects with a `DatabaseError`. */
export async function composePeaks(readMeans: ReadMeans, { day, zone }: DayRequest): Promise<PeaksAnswer> {
  const { fromUtc } = localDay(parseDate(day.date).subtract({ years: 1 }).toString(), zone)
  const edges = hourEdges({ fromUtc, toUtc: day.fromUtc }, zone)
  const means = await readMeans(FORECAST_AREAS, 'residual', 'actual', { edges, maxMissingMs: 0 })
  return Object.fromEntries(
    COUNTRIES.map(({ code, area }) => {
      const known = means.get(area)?.powerMw.filter((value) => !Number.isNaN(value))
      return [
        code,
        known === undefined || known.length === 0 ? null : toPower(known.reduce((a, b) => Math.max(a, b))),
      ]
    }),
  )
}
