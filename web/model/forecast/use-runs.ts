import { keepPreviousData, useQuery } from '@tanstack/react-query'

import type { AccuracyAnswer, RunsAnswer } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { accuracyQuery, runsQuery } from '#web/api/forecasts.ts'
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

export interface AccuracyState {
  /** Null if the backend has none. */
  accuracy: AccuracyAnswer | null
  isLoading: boolean
  hasFailed: boolean
  reload: () => void
}

/** The accuracy of a country's forecast. */
export function useAccuracy(country: string, day: string, run: View['run']): AccuracyState {
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const query = useQuery({
    ...accuracyQuery({ country: known ?? 'de', day, ...(run === null ? {} : { run }) }),
    enabled: known !== undefined,
  })
  return {
    // For an unknown country the query is disabled and keyed as another country's: ignore its data.
    accuracy: known === undefined ? null : (query.data ?? null),
    isLoading: query.isLoading,
    hasFailed: query.isError,
    reload: () => void query.refetch(),
  }
}
