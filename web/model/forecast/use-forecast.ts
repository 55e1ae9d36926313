import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { SessionEndedError } from '#web/api/api-error.ts'
import { dayForecastQuery, forecastQuery } from '#web/api/forecasts.ts'
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
}

/**
 * The forecast of a delivery day. The specified call is sent on entering the page, on a change of day and on `reload`, at no other
 * time. What was said before the auction has a call of its own.
 */
export function useForecast(deliveryDay: string, run: View['run']): ForecastState {
  const [isAsked] = useState(takeAsked)
  const specified = useQuery({
    ...forecastQuery(requestTime(deliveryDay)),
    // Entering the page asks for the forecast, unless that has just been done for it.
    refetchOnMount: !isAsked,
    retryOnMount: !isAsked,
  })
  const isEarly = run === 'early'
  const early = useQuery({ ...dayForecastQuery({ day: deliveryDay, run: 'early' }), enabled: isEarly })
  // A foreign backend has none before the auction.
  const data = isEarly && early.data !== null ? early.data : specified.data
  const error = specified.error ?? (isEarly ? early.error : null)
  const isLoading = specified.isFetching || early.isFetching
  const [last, setLast] = useState<{ day: string; answer: ForecastAnswer } | null>(null)
  if (data !== undefined && (last?.answer !== data || last.day !== deliveryDay))
    setLast({ day: deliveryDay, answer: data })
  useEffect(() => {
    if (error === null || error instanceof SessionEndedError) return
    // Required by the specification: the banner does not say what went wrong.
    // oxlint-disable-next-line no-console
    console.error(error)
  }, [error])
  return {
    answer: data ?? last?.answer,
    answerDay: data === undefined ? (last?.day ?? deliveryDay) : deliveryDay,
    isLoading,
    failure: error === null || isLoading ? null : error.message,
    reload() {
      void specified.refetch()
      if (isEarly) void early.refetch()
    },
  }
}
