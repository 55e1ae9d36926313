import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { RunsAnswer } from '#contract/accuracy.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { SessionEndedError } from '#web/api/api-error.ts'
import { dayForecastQuery, forecastQuery, peaksQuery, runsQuery } from '#web/api/forecasts.ts'
import { isAway, loadingOf, recoveryMs } from '#web/api/recovery.ts'
import { isOwnAnswer } from '#web/api/settings.ts'
import { useReturn } from '#web/api/status.ts'

import { requestTime } from './delivery-day.ts'
import { takeFirstCalls } from './first-calls.ts'
import { comparedRun, mapEntries, type Metric, type ShownForecast } from './metric.ts'
import { hasForecast, newestRunWords, withSharedTimes } from './run-words.ts'
import { runChoice, type View, type ViewAddress, type ViewTab } from './view.ts'

type ShownRun = Pick<View, 'run' | 'as_of'>

/** How often a day without a run is requested again. */
const RUN_CHECK_MS = 30_000

/**
 * The forecast of a delivery day. The specified call is sent on entering the page, on a change of day and on `reload`, at no other
 * time. The forecast before the auction, and what is new while the page is open, have a call of their own.
 * @param isChosen false where the clock has moved the page on to the day
 */
export function useForecast(deliveryDay: string, view: ShownRun, isChosen: boolean) {
  const client = useQueryClient()
  const [hasRun] = useState(takeFirstCalls)
  const specified = useQuery({
    ...forecastQuery(requestTime(deliveryDay)),
    // Entering the page asks for the forecast, unless that has just been done for it.
    refetchOnMount: !hasRun,
    retryOnMount: !hasRun,
    enabled: isChosen,
  })
  const isEarlier = view.run === 'early' || view.as_of !== null
  const own = useQuery({
    ...dayForecastQuery({ day: deliveryDay, ...runChoice(view) }),
    enabled: isEarlier || !isChosen,
    // The new tomorrow has no run yet just after midnight.
    refetchInterval: (query) =>
      recoveryMs(query) || (query.state.data && !hasForecast(query.state.data) ? RUN_CHECK_MS : false),
  })
  const { data, state, error, specifiedError } = chooseForecast(specified, own, isEarlier)
  const [last, setLast] = useState<{ day: string; answer: ForecastAnswer } | null>(null)
  if (data !== undefined && (last?.answer !== data || last.day !== deliveryDay))
    setLast({ day: deliveryDay, answer: data })
  useEffect(() => {
    if (error === null || error instanceof SessionEndedError) return
    // Required by the specification: the banner does not say what went wrong.
    // oxlint-disable-next-line no-console
    console.error(error)
  }, [error])
  async function renew(): Promise<void> {
    await client.fetchQuery({ ...dayForecastQuery({ day: deliveryDay }), staleTime: 0 })
    // Every answer of ours may rest on the run; the specified call is sent at its own moments only.
    await client.invalidateQueries({ predicate: isOwnAnswer })
  }
  useReturn(() => {
    // If it fails again, the banner stays.
    if (isAway(specifiedError)) renew().catch(() => {})
  })
  return {
    /** The requested day's forecast, or the last one that loaded: while the requested one loads, after it has failed, and at midnight before it is made. */
    answer: data ?? last?.answer,
    /** Day of `answer`; the requested day if there is no answer yet. */
    answerDay: data === undefined ? (last?.day ?? deliveryDay) : deliveryDay,
    isLoading: state === 'loading',
    /** Why the requested day could not be loaded; null if it has loaded or is loading. */
    failure: state === 'failed' ? (error?.message ?? null) : null,
    reload: () => {
      void specified.refetch()
      if (isEarlier) void own.refetch()
    },
    /** Loads the newest forecast and what belongs to its runs, by calls of our own. Rejects with an `ApiError`; then all stays. */
    renew,
  }
}

type Call<Answer> = Pick<
  UseQueryResult<Answer>,
  'data' | 'error' | 'dataUpdatedAt' | 'errorUpdatedAt' | 'isFetching' | 'isLoading'
>

/**
 * Chooses between the answers of the specified call and of our own. An earlier forecast is only in our own, which is null from a foreign
 * backend; otherwise the newer answer with a forecast counts. When our own call answers after the specified one failed, the failure is over.
 */
export function chooseForecast(
  specified: Call<ForecastAnswer>,
  own: Call<ForecastAnswer | null>,
  isEarlier: boolean,
) {
  const isNewer = own.data && hasForecast(own.data) && own.dataUpdatedAt > specified.dataUpdatedAt
  const isOver = !isEarlier && Boolean(own.data) && own.dataUpdatedAt > specified.errorUpdatedAt
  const specifiedError = isOver ? null : specified.error
  const error = specifiedError ?? own.error
  const isLoading = specified.isFetching || (isEarlier ? own.isFetching : own.isLoading)
  const state: 'loading' | 'failed' | 'loaded' = isLoading ? 'loading' : error ? 'failed' : 'loaded'
  return {
    data: own.data !== null && (isEarlier || isNewer) ? own.data : specified.data,
    state,
    error,
    specifiedError,
  }
}

const sharingTimes = (answer: RunsAnswer | null) =>
  answer && { ...answer, runs: withSharedTimes(answer.runs) }

/** The runs behind a delivery day, or of the last one that loaded; null from a foreign backend. */
export const useRuns = (day: string, view: ShownRun) =>
  useQuery({
    ...runsQuery({ day, ...runChoice(view) }),
    select: sharingTimes,
    placeholderData: keepPreviousData,
  })

export interface ModelState {
  address: ViewAddress
  /** The requested delivery day. */
  deliveryDay: string
  /** The delivery day on the screen: the last one that loaded. */
  day: string
  /** The day that the controls name: the requested one, but after midnight the shown one until tomorrow has a run. */
  namedDay: string
  tomorrow: string
  runs: ReturnType<typeof useRuns>
  run: View['run']
  metric: Metric
  tabs: readonly { id: ViewTab; label: string }[]
  tab: ViewTab
  /** The forecast of the day, with what the metric compares it with; undefined until it has loaded. */
  answer: ShownForecast | undefined
  /** Names the run that the values are compared with; null for none, and while it is not known. */
  againstWords: string | null
  /** How the answers that the metric compares with load. */
  comparison: ReturnType<typeof loadingOf>
  /** By name, with their codes as the forecast keys them. */
  countries: readonly { code: string; name: string }[]
  isLoading: boolean
  /** The forecast could not be loaded, so nobody knows whether there is one. */
  hasFailed: boolean
}

/** A foreign backend keeps nothing to compare with, and before the auction there is no run to compare with. */
export function isOffered(metric: Metric, { runs, run }: ModelState): boolean {
  if (metric === 'against-auction' && runs.data?.kinds.includes('early') === false) return false
  if (comparedRun(metric) !== null) return runs.data !== null && run !== 'early'
  return metric !== 'share-of-peak' || runs.data !== null
}

/** A day's forecast with what the metric compares it with, which only such a metric asks for, and words that name the run before. */
export function useShownForecast(
  answer: ForecastAnswer | undefined,
  day: string,
  metric: Metric,
  as_of: string | null,
) {
  const run = comparedRun(metric)
  const isAgainst = run !== null
  const isShare = metric === 'share-of-peak'
  const other = { day, run: run ?? 'previous', as_of }
  const before = useQuery({ ...dayForecastQuery(other), enabled: isAgainst })
  const runs = useQuery({ ...runsQuery(other), enabled: isAgainst })
  const peaks = useQuery({ ...peaksQuery({ day, as_of }), enabled: isShare })
  // Where there is no run before the auction, the server answers with the newest.
  const isMissing = run === 'early' && runs.data?.kinds.includes('early') === false
  const earlier = isMissing ? null : before.data
  const forecast = useMemo((): ShownForecast | undefined => {
    if (answer === undefined || (!isAgainst && !isShare)) return answer
    return mapEntries(answer, (country, key, entry) => ({
      ...entry,
      ...(isAgainst
        ? { previous: earlier?.[country]?.[key]?.Final_Value ?? null }
        : { peakMw: peaks.data?.[country] ?? null }),
    }))
  }, [answer, isAgainst, earlier, isShare, peaks.data])
  return {
    forecast,
    againstWords:
      isAgainst && runs.data ? previousWords(isMissing ? null : newestRunWords(runs.data.runs, day)) : null,
    comparison: isAgainst ? loadingOf(before, runs) : isShare ? loadingOf(peaks) : loadingOf(),
    isLoading: before.isLoading || peaks.isLoading,
  }
}

function previousWords(run: string | null): string {
  return run === null ? 'There is no earlier run to compare with.' : `Compared with the ${run}.`
}
