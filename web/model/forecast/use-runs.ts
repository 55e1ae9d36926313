import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { AccuracyAnswer, RunsAnswer } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { accuracyQuery, runsQuery } from '#web/api/accuracy.ts'
import { status } from '#web/api/status.ts'

/** Whether the backend is ours. A foreign one has only the specified endpoints and is asked nothing else. */
function useIsOwnBackend(): boolean | undefined {
  const { data, isPending } = useQuery(status)
  return isPending ? undefined : data !== null && data !== undefined
}

/** The runs behind a delivery day; null if the backend has none, undefined while loading. */
export function useRuns(day: string): RunsAnswer | null | undefined {
  const isOwnBackend = useIsOwnBackend()
  const query = useQuery({
    ...runsQuery({ day }),
    enabled: isOwnBackend === true,
    placeholderData: keepPreviousData,
  })
  if (isOwnBackend === false || query.isError) return null
  return query.data
}

export interface AccuracyState {
  /** Null if the backend has none. */
  accuracy: AccuracyAnswer | null
  isLoading: boolean
  hasFailed: boolean
  reload: () => void
}

/** The accuracy of a country's forecast. */
export function useAccuracy(country: string, day: string): AccuracyState {
  const isOwnBackend = useIsOwnBackend()
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const query = useQuery({
    ...accuracyQuery({ country: known ?? 'de', day }),
    enabled: isOwnBackend === true && known !== undefined,
  })
  return {
    // For an unknown country the query is disabled and keyed as another country's: ignore its data.
    accuracy: known === undefined ? null : (query.data ?? null),
    isLoading: query.isLoading,
    hasFailed: query.isError && !query.isFetching,
    reload: () => void query.refetch(),
  }
}
