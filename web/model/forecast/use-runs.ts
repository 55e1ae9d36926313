import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { RunsAnswer } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { accuracyQuery, runsQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import type { View } from '#web/model/view/view.ts'

export interface RunsState {
  /** The runs of the requested day, or of the last one that loaded; undefined while they are not known; null from a foreign backend. */
  runs: RunsAnswer | null | undefined
  hasFailed: boolean
  reload: () => void
}

/** The runs behind a delivery day. */
export function useRuns(day: string, run: View['run']): RunsState {
  const query = useQuery({
    ...runsQuery({ day, ...(run === null ? {} : { run }) }),
    placeholderData: keepPreviousData,
  })
  return {
    runs: query.data,
    hasFailed: query.isError,
    reload() {
      if (query.isError) void query.refetch()
    },
  }
}

/** The accuracy of a country's forecast; null if the backend has none. */
export function useAccuracy(country: string, day: string, run: View['run']) {
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const query = useQuery({
    ...accuracyQuery({ country: known ?? 'de', day, ...(run === null ? {} : { run }) }),
    enabled: known !== undefined,
  })
  // For an unknown country the query is disabled and keyed as another country's: ignore its data.
  const data = known === undefined ? null : query.data
  return { accuracy: data, loading: loadingOf({ ...query, data }) }
}
