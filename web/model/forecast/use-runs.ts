import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { AccuracyAnswer, RunsAnswer } from '#contract/accuracy.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { accuracyQuery, runsQuery } from '#web/api/accuracy.ts'
import { status } from '#web/api/status.ts'
import type { View } from '#web/model/view/view.ts'

import { keepHasRuns, readHadRuns } from './kept-runs.ts'

/**
 * Whether the backend is ours; undefined while that is not known, which includes a backend that cannot be reached. A foreign one has
 * only the specified endpoints and is asked nothing else.
 */
function useIsOwnBackend(): boolean | undefined {
  const { data } = useQuery(status)
  return data === undefined ? undefined : data !== null
}

export interface RunsState {
  /**
   * The runs of the requested day, or of the last one that loaded; undefined if they are not known; null if the backend has none, or
   * had none last time and has not answered yet.
   */
  runs: RunsAnswer | null | undefined
  /** Whether the backend has answered. */
  areKnown: boolean
  hasFailed: boolean
  reload: () => void
}

/** The runs behind a delivery day. */
export function useRuns(day: string, run: View['run']): RunsState {
  const isOwnBackend = useIsOwnBackend()
  const statusQuery = useQuery(status)
  const query = useQuery({
    ...runsQuery({ day, ...(run === null ? {} : { run }) }),
    enabled: isOwnBackend === true,
    placeholderData: keepPreviousData,
  })
  const known = isOwnBackend === false ? null : query.data
  const hasRuns = known === undefined ? undefined : known !== null
  const [hadRuns] = useState(readHadRuns)
  useEffect(() => {
    if (hasRuns !== undefined) keepHasRuns(hasRuns)
  }, [hasRuns])
  return {
    runs: known === undefined && !hadRuns ? null : known,
    areKnown: known !== undefined,
    hasFailed: statusQuery.isError || query.isError,
    reload() {
      if (statusQuery.isError) void statusQuery.refetch()
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
  const isOwnBackend = useIsOwnBackend()
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const query = useQuery({
    ...accuracyQuery({ country: known ?? 'de', day, ...(run === null ? {} : { run }) }),
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
