import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { SessionEndedError } from '#web/api/api-error.ts'
import { forecastQuery } from '#web/api/forecast-query.ts'
import { requestTime } from '#web/model/view/requested-day.ts'
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

/** The forecast of a delivery day. It is requested on entering the page, on a change of day and on `reload`, at no other time. */
export function useForecast(deliveryDay: string, run: View['run']): ForecastState {
  const [isAsked] = useState(takeAsked)
  const query = useQuery({
    ...forecastQuery(requestTime(deliveryDay), run),
    staleTime: 0,
    retry: false,
    // Entering the page asks for the forecast, unless that has just been done for it.
    refetchOnMount: !isAsked,
    retryOnMount: !isAsked,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { data, error, refetch } = query
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
    isLoading: query.isFetching,
    failure: error === null || query.isFetching ? null : error.message,
    reload: () => void refetch(),
  }
}
