import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import { SessionEndedError } from '#web/api/api-error.ts'
import { forecastQuery } from '#web/api/forecast-query.ts'

import { requestTime } from '#web/model/view/delivery-day.ts'

export interface ForecastState {
  /** The forecast of the requested day, or of the previous day while it loads. */
  answer: ForecastAnswer | undefined
  isLoading: boolean
  hasFailed: boolean
  reload: () => void
}

/** The forecast of a delivery day. It is requested on entering the page, on a change of day and on `reload`, at no other time. */
export function useForecast(deliveryDay: string): ForecastState {
  const query = useQuery({
    ...forecastQuery(requestTime(deliveryDay)),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    placeholderData: keepPreviousData,
  })
  const { error, refetch } = query
  useEffect(() => {
    if (error === null || error instanceof SessionEndedError) return
    // Required by the specification: the banner does not say what went wrong.
    // oxlint-disable-next-line no-console
    console.error(error)
  }, [error])
  return {
    answer: query.data,
    isLoading: query.isFetching,
    hasFailed: query.isError && !query.isFetching,
    reload: () => void refetch(),
  }
}
