import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { accuracyOverTimeQuery, leadersQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'

/** The accuracy of all countries before a delivery day; null if the backend has none. */
export function useLeaders(day: string) {
  const query = useQuery({ ...leadersQuery({ day }), placeholderData: keepPreviousData })
  return { answer: query.data, loading: loadingOf(query) }
}

/** The accuracy of one country before a delivery day, also by hour; null without a country that has a forecast of ours. */
export function useAccuracyOverTime(country: string | null, day: string) {
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const query = useQuery({
    ...accuracyOverTimeQuery({ country: known ?? 'de', day }),
    enabled: known !== undefined,
  })
  // For an unknown country the query is disabled and keyed as another country's: ignore its data.
  return known === undefined
    ? { answer: null, loading: loadingOf({ ...query, data: null }) }
    : { answer: query.data, loading: loadingOf(query) }
}
