import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { COUNTRIES, COUNTRY_BY_ISO_A3, countryName, FORECAST_COUNTRIES } from '#contract/countries.ts'
import type { DayMark } from '#contract/data-days.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { dataDays, marksBefore, STATE_WORDS } from '#web/api/data-days.ts'
import type { MapShape } from '#web/map/map-shapes.ts'

export interface Country {
  /** Two letters, lower case, as the forecast keys it. */
  code: string
  name: string
}

/** The countries of the map and whatever else a forecast holds, by name. */
export function listCountries(answer: ForecastAnswer | undefined): Country[] {
  const codes = new Set<string>([...FORECAST_COUNTRIES, ...Object.keys(answer ?? {})])
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The country of each shape that has one, by the shape's code. */
export function countriesByShape(
  shapes: readonly MapShape[],
  countries: readonly Country[],
): Map<string, string> {
  const known = new Set(countries.map((country) => country.code))
  return new Map(
    shapes.flatMap(({ code, shortCode }): [string, string][] => {
      const country = COUNTRY_BY_ISO_A3.get(code) ?? shortCode?.toLowerCase()
      return country !== undefined && known.has(country) ? [[code, country]] : []
    }),
  )
}

/** What is in doubt of the countries of the map in the week before a delivery day, and whether that is known; nothing from a foreign backend. */
export function useDoubts(deliveryDay: string): { doubts: readonly DayMark[]; areKnown: boolean } {
  const { data, isFetched } = useQuery(dataDays)
  const doubts = useMemo(
    () =>
      marksBefore(data?.marks ?? [], deliveryDay).filter(({ area }) =>
        COUNTRIES.some((country) => country.area === area),
      ),
    [data, deliveryDay],
  )
  return { doubts, areKnown: isFetched }
}

/** The symbol of what is in doubt, by country. */
export function doubtSymbols(doubts: readonly DayMark[]): ReadonlyMap<string, string> {
  return new Map(
    COUNTRIES.flatMap(({ code, area }) => {
      const mark = doubts.find((doubt) => doubt.area === area)
      return mark === undefined ? [] : [[code, STATE_WORDS[mark.state].symbol]]
    }),
  )
}
