import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'

import type { RunsAnswer } from '#contract/accuracy.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { SessionEndedError } from '#web/api/api-error.ts'
import { dayForecastQuery, forecastQuery, peaksQuery, runsQuery } from '#web/api/forecasts.ts'
import { isAway, loadingOf, recoveryMs } from '#web/api/recovery.ts'
import { isOwnAnswer } from '#web/api/settings.ts'
import { useOnReconnect } from '#web/api/status.ts'

import { requestTime } from './delivery-day.ts'
import { takeFirstCalls } from './first-calls.ts'
import { comparedRun, mapEntries, type Metric, type ShownForecast } from './metric.ts'
import { hasForecast, newestRunWords, withSharedTimes } from './run-words.ts'
import { runChoice, type View, type ViewAddress, type ViewTab } from './view.ts'

type ShownRun = Pick<View, 'run' | 'as_of'>

/** Interval while a day has no run. */
const RUN_CHECK_MS = 30_000

/**
 * Sends the specified call only on entering the page, on a change of day and on `reload`, as specified. Earlier and newer forecasts use
 * our own call.
 * @param isChosen `false` if the clock has moved the page to the day
 */
export function useForecast(deliveryDay: string, view: ShownRun, isChosen: boolean) {
  const client = useQueryClient()
  const [hasRun] = useState(takeFirstCalls)
  const specified = useQuery({
    ...forecastQuery(requestTime(deliveryDay)),
    // `askFirst` may have just sent the call.
    refetchOnMount: !hasRun,
    retryOnMount: !hasRun,
    enabled: isChosen,
  })
  const isEarlier = view.run === 'early' || view.as_of !== null
  const own = useQuery({
    ...dayForecastQuery({ day: deliveryDay, ...runChoice(view) }),
    enabled: isEarlier || !isChosen,
    // Just after midnight the new tomorrow has no run.
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
    // Our own answers can depend on the run; the specified call is sent only at its specified moments.
    await client.invalidateQueries({ predicate: isOwnAnswer })
  }
  useOnReconnect(() => {
    // After another failure the banner stays.
    if (isAway(specifiedError)) renew().catch(() => {})
  })
  return {
    /** The last loaded forecast until the requested one is loaded. */
    answer: data ?? last?.answer,
    /** The requested day if there is no answer yet. */
    answerDay: data === undefined ? (last?.day ?? deliveryDay) : deliveryDay,
    isLoading: state === 'loading',
    failure: state === 'failed' ? (error?.message ?? null) : null,
    reload: () => {
      void specified.refetch()
      if (isEarlier) void own.refetch()
    },
    /** Rejects with an `ApiError`; the page then stays unchanged. */
    renew,
  }
}

type Call<Answer> = Pick<
  UseQueryResult<Answer>,
  'data' | 'error' | 'dataUpdatedAt' | 'errorUpdatedAt' | 'isFetching' | 'isLoading'
>

/**
 * An earlier forecast is only in our own answer (`null` from another backend); otherwise the newer answer with a forecast counts. An own
 * answer after a failed specified call clears the failure.
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

/** During loading the previous runs; `null` from another backend. */
export const useRuns = (day: string, view: ShownRun) =>
  useQuery({
    ...runsQuery({ day, ...runChoice(view) }),
    select: sharingTimes,
    placeholderData: keepPreviousData,
  })

export interface ModelState {
  address: ViewAddress
  deliveryDay: string
  /** On the screen: the last that loaded. */
  day: string
  /** Named by the controls: the requested day, but after midnight the shown one until tomorrow has a run. */
  namedDay: string
  tomorrow: string
  runs: ReturnType<typeof useRuns>
  run: View['run']
  metric: Metric
  tabs: readonly { id: ViewTab; label: string }[]
  tab: ViewTab
  answer: ShownForecast | undefined
  /** Names the compared run; `null` for none or while unknown. */
  againstWords: string | null
  comparison: ReturnType<typeof loadingOf>
  /** Sorted by name. */
  countries: readonly { code: string; name: string }[]
  isLoading: boolean
  /** After a failure it is unknown whether there is a forecast. */
  hasFailed: boolean
}

/** Another backend has no earlier runs; the auction run has no previous run. */
export function isOffered(metric: Metric, { runs, run }: ModelState): boolean {
  if (metric === 'against-auction' && runs.data?.kinds.includes('early') === false) return false
  if (comparedRun(metric) !== null) return runs.data !== null && run !== 'early'
  return metric !== 'share-of-peak' || runs.data !== null
}

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
  // Without an auction run the server answers with the newest.
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
