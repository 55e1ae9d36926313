import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { AccuracyAnswer, RunsAnswer } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/forecast.ts'
import { accuracyQuery, runsQuery } from '#web/api/accuracy.ts'
import { status } from '#web/api/status.ts'

/** Whether the backend is one of ours: another one knows the specified calls only and is asked nothing else. */
function useTellsMore(): boolean | undefined {
  const { data, isPending } = useQuery(status)
  return isPending ? undefined : data !== null && data !== undefined
}

/** The runs behind a delivery day; null where none are told, undefined while that is not known. */
export function useRuns(day: string): RunsAnswer | null | undefined {
  const tellsMore = useTellsMore()
  const query = useQuery({
    ...runsQuery({ day }),
    enabled: tellsMore === true,
    placeholderData: keepPreviousData,
  })
  if (tellsMore === false || query.isError) return null
  return query.data
}

export interface AccuracyState {
  /** Null where none is told. */
  accuracy: AccuracyAnswer | null
  isLoading: boolean
  hasFailed: boolean
  reload: () => void
}

/** How good the forecast of a country has been. */
export function useAccuracy(country: string, day: string): AccuracyState {
  const tellsMore = useTellsMore()
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const query = useQuery({
    ...accuracyQuery({ country: known ?? 'de', day }),
    enabled: tellsMore === true && known !== undefined,
  })
  return {
    // Without a country of ours the query is that of another one, and its answer none of ours.
    accuracy: known === undefined ? null : (query.data ?? null),
    isLoading: query.isLoading,
    hasFailed: query.isError && !query.isFetching,
    reload: () => void query.refetch(),
  }
}
