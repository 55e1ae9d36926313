import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { ForecastAnswer, PeaksAnswer } from '#contract/forecast.ts'
import { dayForecastQuery, peaksQuery, runsQuery } from '#web/api/forecasts.ts'
import { COMPARED_RUNS, type Metric, type ShownForecast } from '#web/model/view/metric.ts'

import { newestRunWords } from './run-words.ts'

/**
 * A day's forecast with what the metric compares it with: the run before, or each country's peak. Only a metric that needs one asks
 * for it. The words name the run before: `Compared with the run of 08:50.`, or what is the matter with it.
 */
export function useShownForecast(
  answer: ForecastAnswer | undefined,
  day: string,
  metric: Metric,
  asOf: string | null,
): { forecast: ShownForecast | undefined; againstWords: string | null; isLoading: boolean } {
  const run = COMPARED_RUNS[metric]
  const isAgainst = run !== undefined
  const isShare = metric === 'share-of-peak'
  const compared = { day, run: run ?? 'previous', asOf: asOf ?? undefined }
  const before = useQuery({ ...dayForecastQuery(compared), enabled: isAgainst })
  const runs = useQuery({ ...runsQuery(compared), enabled: isAgainst })
  const peaks = useQuery({ ...peaksQuery({ day }), enabled: isShare })
  // Where there is no run before the auction, the server answers with the newest.
  const isMissing = run === 'early' && runs.data?.kinds.includes('early') === false
  const forecast = useMemo(
    () =>
      isAgainst
        ? withPrevious(answer, isMissing ? null : (before.data ?? null))
        : isShare
          ? withPeaks(answer, peaks.data ?? null)
          : answer,
    [answer, isAgainst, isMissing, before.data, isShare, peaks.data],
  )
  const hasFailed = isAgainst ? before.isError || runs.isError : isShare && peaks.isError
  return {
    forecast,
    againstWords: hasFailed
      ? 'The run to compare with could not be loaded.'
      : isAgainst && runs.data
        ? previousWords(isMissing ? null : newestRunWords(runs.data.runs, day))
        : null,
    isLoading: before.isLoading || peaks.isLoading,
  }
}

function previousWords(run: string | null): string {
  return run === null
    ? 'There is no earlier run to compare with.'
    : `Compared with the ${run.replace(/^As/, 'run as')}.`
}

/** Adds the final values of the run before; missing ones are null. */
export function withPrevious(
  answer: ForecastAnswer | undefined,
  before: ForecastAnswer | null,
): ShownForecast | undefined {
  return extended(answer, (country, key) => ({ previous: before?.[country]?.[key]?.Final_Value ?? null }))
}

function withPeaks(answer: ForecastAnswer | undefined, peaks: PeaksAnswer | null): ShownForecast | undefined {
  return extended(answer, (country) => ({ peakMw: peaks?.[country] ?? null }))
}

function extended(
  answer: ForecastAnswer | undefined,
  added: (country: string, key: string) => Partial<ShownForecast[string][string]>,
): ShownForecast | undefined {
  if (answer === undefined) return undefined
  return Object.fromEntries(
    Object.entries(answer).map(([country, hours]) => [
      country,
      Object.fromEntries(
        Object.entries(hours).map(([key, entry]) => [key, { ...entry, ...added(country, key) }]),
      ),
    ]),
  )
}
