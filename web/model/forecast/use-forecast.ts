import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { SessionEndedError } from '#web/api/api-error.ts'
import { dayForecastQuery, forecastQuery } from '#web/api/forecasts.ts'
import { isAway } from '#web/api/recovery.ts'
import { useReturn } from '#web/api/status.ts'
import { requestTime } from '#web/model/view/delivery-day.ts'
import type { View } from '#web/model/view/view.ts'

import { takeAsked } from './first-calls.ts'

export interface ForecastState {
  /** The requested day's forecast, or the last one that loaded while the requested one loads or after it has failed. */
  answer: ForecastAnswer | undefined
  /** The delivery day of `answer`; the requested day if there is no answer yet. */
  answerDay: string
  isLoading: boolean
  /** Why the requested day could not be loaded; null if it has loaded or is loading. */
  failure: string | null
  reload: () => void
  /** Loads the newest forecast and what belongs to its runs, by calls of our own. Rejects with an `ApiError`; then all stays. */
  renew: () => Promise<void>
}

/** The calls of ours whose answers follow the runs. */
const OF_RUNS = ['runs', 'day-forecast', 'accuracy', 'day-sheet']

/**
 * The forecast of a delivery day. The specified call is sent on entering the page, on a change of day and on `reload`, at no other
 * time. What was said before the auction, and what is new while the page is open, have a call of their own.
 * @param isChosen false where the clock has moved the page on to the day
 */
export function useForecast(deliveryDay: string, run: View['run'], isChosen: boolean): ForecastState {
  const client = useQueryClient()
  const [isAsked] = useState(takeAsked)
  const specified = useQuery({
    ...forecastQuery(requestTime(deliveryDay)),
    // Entering the page asks for the forecast, unless that has just been done for it.
    refetchOnMount: !isAsked,
    retryOnMount: !isAsked,
    enabled: isChosen,
  })
  const isEarly = run === 'early'
  const early = useQuery({ ...dayForecastQuery({ day: deliveryDay, run: 'early' }), enabled: isEarly })
  const own = useQuery({ ...dayForecastQuery({ day: deliveryDay }), enabled: !isChosen && !isEarly })
  const latest = own.data && own.dataUpdatedAt > specified.dataUpdatedAt ? own.data : specified.data
  const hasReturned = Boolean(own.data) && own.dataUpdatedAt > specified.errorUpdatedAt
  const specifiedError = hasReturned ? null : specified.error
  // A foreign backend has none before the auction.
  const data = isEarly && early.data !== null ? early.data : latest
  const error = specifiedError ?? (isEarly ? early.error : own.error)
  const isLoading = specified.isFetching || early.isFetching || own.isLoading
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
    await Promise.all(OF_RUNS.map((name) => client.invalidateQueries({ queryKey: [name] })))
  }
  useReturn(() => {
    // If it fails again, the banner stays.
    if (isAway(specifiedError)) renew().catch(() => {})
  })
  return {
    answer: data ?? last?.answer,
    answerDay: data === undefined ? (last?.day ?? deliveryDay) : deliveryDay,
    isLoading,
    failure: error === null || isLoading ? null : error.message,
    reload() {
      void specified.refetch()
      if (isEarly) void early.refetch()
    },
    renew,
  }
}
