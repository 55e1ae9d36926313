import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'

import type { AccuracyOverTimeAnswer, LeadersAnswer } from '#contract/accuracy-over-time.ts'
import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { accuracyOverTimeQuery, leadersQuery } from '#web/api/forecasts.ts'

export interface LoadedState<Answer> {
  /** Undefined until it has loaded; null if the backend has none. */
  answer: Answer | null | undefined
  hasFailed: boolean
  reload: () => void
}

function stateOf<Answer>({ data, isError, refetch }: UseQueryResult<Answer>): LoadedState<Answer> {
  return { answer: data, hasFailed: isError, reload: () => void refetch() }
}

/** The accuracy of all countries before a delivery day. */
export function useLeaders(day: string): LoadedState<LeadersAnswer | null> {
  return stateOf(useQuery({ ...leadersQuery({ day }), placeholderData: keepPreviousData }))
}

/** The accuracy of one country before a delivery day, also by hour; null without a country that has a forecast of ours. */
export function useAccuracyOverTime(
  country: string | null,
  day: string,
): LoadedState<AccuracyOverTimeAnswer | null> {
  const known = FORECAST_COUNTRIES.find((code) => code === country)
  const state = stateOf(
    useQuery({ ...accuracyOverTimeQuery({ country: known ?? 'de', day }), enabled: known !== undefined }),
  )
  // For an unknown country the query is disabled and keyed as another country's: ignore its data.
  return known === undefined ? { ...state, answer: null } : state
}
