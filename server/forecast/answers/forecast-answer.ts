import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_COUNTRIES, type ForecastAnswer, type ForecastCountry } from '#contract/forecast.ts'
import { dayAt, type LocalDay } from '#server/series/local-calendar.ts'
import { HOUR_MS, type SeriesStore } from '#server/series/series.ts'

import { readKeptForecasts, type KeptForecasts } from '#server/forecast/runs/kept-forecasts.ts'
import { hoursByClock } from './local-hours.ts'
import { readResiduals, type ResidualSeries } from '#server/forecast/runs/residual-series.ts'
import type { RunStore } from '#server/forecast/runs/run-store.ts'

/** The area that stands for a country of the map. */
export const AREA_OF_COUNTRY: Readonly<Record<ForecastCountry, MemberCode>> = {
  de: 'DE',
  hu: 'HU',
  nl: 'NL',
  at: 'AT',
  pl: 'PL',
  sk: 'SK',
  cz: 'CZ',
  hr: 'HR',
  si: 'SI',
  ro: 'RO',
  bg: 'BG',
  gr: 'GR',
  be: 'BE',
}

/** Residual loads of a local day by country and clock hour: the TSO's, ours, ours of the day before, and what we publish. */
export async function composeForecastAnswer(
  parts: { series: SeriesStore; store: RunStore },
  day: LocalDay,
  zone: string,
): Promise<ForecastAnswer> {
  const dayBefore = dayAt(day.fromUtc - 1, zone)
  const span = {
    fromUtc: Math.floor(dayBefore.fromUtc / HOUR_MS) * HOUR_MS,
    toUtc: Math.ceil(day.toUtc / HOUR_MS) * HOUR_MS,
  }
  const areas = FORECAST_COUNTRIES.map((country) => AREA_OF_COUNTRY[country])
  const kept = await readKeptForecasts(parts.store, areas, span)
  const hours = { ofDay: hoursByClock(day, zone), ofDayBefore: hoursByClock(dayBefore, zone) }
  const countries = FORECAST_COUNTRIES.map(async (country) => {
    const area = AREA_OF_COUNTRY[country]
    const residuals = await readResiduals(parts.series, area, span)
    return [country, composeCountry(hours, residuals, kept(area))] as const
  })
  return Object.fromEntries(await Promise.all(countries))
}

function composeCountry(
  { ofDay, ofDayBefore }: Record<'ofDay' | 'ofDayBefore', ReadonlyMap<string, number>>,
  residuals: ResidualSeries,
  { hours }: KeptForecasts,
): ForecastAnswer[string] {
  const entries = [...ofDay].map(([clock, utc]) => {
    const before = ofDayBefore.get(clock)
    return [
      clock,
      {
        TSO: residuals.tso(utc),
        Instance_Today: before === undefined ? null : (hours.get(before)?.model ?? null),
        Instance_Tomorrow: hours.get(utc)?.model ?? null,
        Final_Value: hours.get(utc)?.final ?? null,
      },
    ] as const
  })
  return Object.fromEntries(entries)
}
