import type { MemberCode } from '#contract/areas.ts'
import { areaOfCountry, COUNTRIES, FORECAST_AREAS, FORECAST_COUNTRIES } from '#contract/countries.ts'
import type { ForecastAnswer, PeaksAnswer } from '#contract/forecast.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addYears } from '#contract/zone-time.ts'
import { dayAt, hourEdges } from '#server/calendar/local-calendar.ts'
import { readJudgedDays, suspiciousParts } from '#server/quality/judged-days.ts'
import { toPower } from '#server/series/power.ts'

import { clocksOf, type DayParts, type DayRequest, localDay, readDay } from './read-day.ts'

/** `Instance_Today` is the model's forecast of the day before. */
export async function composeForecastAnswer(parts: DayParts, wanted: DayRequest): Promise<ForecastAnswer> {
  const before = dayAt(wanted.day.fromUtc - 1, wanted.zone)
  const today = await readDay(parts, FORECAST_AREAS, ['residual'], { ...wanted, day: before })
  const tomorrow = await readDay(parts, FORECAST_AREAS, ['residual'], wanted)
  const [clocks, clocksBefore] = [clocksOf(wanted.day), clocksOf(before)]
  return Object.fromEntries(
    COUNTRIES.map(({ code, area }) => {
      const { tso, model, final } = tomorrow(area, 'residual')
      const modelBefore = today(area, 'residual').model
      // The first occurrence of a doubled hour.
      const entries = [...new Set(clocks)].map((clock) => {
        const hour = clocks.indexOf(clock)
        return [
          clock,
          {
            TSO: tso[hour] ?? null,
            Instance_Today: modelBefore[clocksBefore.indexOf(clock)] ?? null,
            Instance_Tomorrow: model[hour] ?? null,
            Final_Value: final[hour] ?? null,
          },
        ]
      })
      return [code, Object.fromEntries(entries)]
    }),
  )
}

/** Highest hours of the 12 months before, without suspicious days. */
export async function composePeaks(
  { readMeans, series }: DayParts,
  { day, zone, known }: DayRequest,
): Promise<PeaksAnswer> {
  const { fromUtc } = localDay(addYears(day.date, -1), zone)
  const edges = hourEdges({ fromUtc, toUtc: day.fromUtc }, zone)
  const means = await readMeans(FORECAST_AREAS, 'residual', 'actual', { edges, maxMissingMs: 0 }, known)

  /** From the highest hour down: judging the whole year would read half a year more of every series. */
  async function peakOf(area: MemberCode): Promise<number | null> {
    const powerMw = Float64Array.from(means.get(area)?.powerMw ?? [], (value) =>
      Number.isNaN(value) ? -Infinity : value,
    )
    for (;;) {
      const highest = powerMw.reduce((a, b) => Math.max(a, b), -Infinity)
      if (highest === -Infinity) return null
      const peakDay = dayAt(edges[powerMw.indexOf(highest)] ?? 0, MARKET_ZONE)
      const { judgedDays } = await readJudgedDays(series, [area], peakDay, known.endedByUtc)
      if (suspiciousParts(judgedDays, area, peakDay.date).length === 0) return toPower(highest)
      for (const [hour, utc] of edges.entries())
        if (utc >= peakDay.fromUtc && utc < peakDay.toUtc) powerMw[hour] = -Infinity
    }
  }

  const peaks: PeaksAnswer = {}
  for (const country of FORECAST_COUNTRIES) peaks[country] = await peakOf(areaOfCountry(country))
  return peaks
}
