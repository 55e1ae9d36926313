import { fromAbsolute } from '@internationalized/date'

import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { DaySheetAnswer, Hourly } from '#contract/forecast.ts'
import { sheetRows, sheetText } from '#contract/morning-sheet.ts'
import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { layRuns, newest } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { dayAt, hourEdgesOfDay, type LocalDay } from '#server/series/local-calendar.ts'
import type { ReadMeans } from '#server/series/means.ts'
import { toPower } from '#server/series/power.ts'

import type { DayRequest } from './forecast-request.ts'
import { hoursOfLocalDay, localDay } from './local-hours.ts'
import { powerIn } from './power-in.ts'

/** The morning sheet of a market day as text. Rejects with a `DatabaseError`. */
export async function readSheetText(
  parts: { readMeans: ReadMeans; store: RunStore },
  date: string,
): Promise<string> {
  const asked = { day: localDay(date, DEFAULT_TIME_ZONE), zone: DEFAULT_TIME_ZONE }
  return sheetText(date, sheetRows(await composeDaySheet(parts, asked)))
}

/** The hours of a market day and of the day before, in all countries. Rejects with a `DatabaseError`. */
export async function composeDaySheet(
  { readMeans, store }: { readMeans: ReadMeans; store: RunStore },
  { day, zone }: DayRequest,
): Promise<DaySheetAnswer> {
  const dayBefore = dayAt(day.fromUtc - 1, zone)
  const runs = await store.runs(FORECAST_AREAS, { from: dayBefore.date, to: day.date })
  const buckets = { edges: hourEdgesOfDay(day), maxMissingMs: 0 }
  const tso = {
    load: await readMeans(FORECAST_AREAS, 'load', 'tso', buckets),
    solar: await readMeans(FORECAST_AREAS, 'solar', 'tso', buckets),
    wind: await readMeans(FORECAST_AREAS, 'wind', 'tso', buckets),
  }
  const clocksOf = (of: LocalDay) =>
    hoursOfLocalDay(of).map(
      ({ fromUtc }) => `${String(fromAbsolute(fromUtc, zone).hour).padStart(2, '0')}:00`,
    )
  const countries = COUNTRIES.map(({ code, area }) => {
    const own = runs.filter((run) => run.area === area)
    const final = (of: LocalDay): Hourly => {
      const laid = layRuns(
        own.filter((run) => run.day === of.date),
        of,
        newest,
      )
      return byQuantity((quantity) => {
        const block = laid.block(({ hours }) => hours.final[quantity])
        return hoursOfLocalDay(of).map((hour) => powerIn(block, hour))
      })
    }
    return [
      code,
      {
        final: final(day),
        before: final(dayBefore),
        tso: byQuantity((quantity) => Array.from(tso[quantity].get(area)?.powerMw ?? [], toPower)),
      },
    ] as const
  })
  return {
    day: day.date,
    clocks: clocksOf(day),
    clocksBefore: clocksOf(dayBefore),
    countries: Object.fromEntries(countries),
  }
}
