import type { QueryClient } from '@tanstack/react-query'

import { forecastQuery } from '#web/api/forecasts.ts'
import { mapShapes } from '#web/api/map-shapes.ts'
import { settings } from '#web/api/settings.ts'

import { requestTime, tomorrowOf } from './delivery-day.ts'
import { readView } from './view.ts'

const VALID_MS = 60_000

let sentAtMs = Number.NEGATIVE_INFINITY

/** Requests the map's data before the page is loaded. */
export async function askFirst(client: QueryClient, search: string): Promise<void> {
  const { day } = readView(new URLSearchParams(search))
  sentAtMs = Date.now()
  await Promise.all([
    client.prefetchQuery(forecastQuery(requestTime(day ?? tomorrowOf(new Date())))),
    client.prefetchQuery(mapShapes),
    client.prefetchQuery(settings),
  ])
}

/** `true` once after `askFirst`, so that entering the page does not repeat the call. */
export function takeFirstCalls(): boolean {
  const isFresh = Date.now() - sentAtMs < VALID_MS
  sentAtMs = Number.NEGATIVE_INFINITY
  return isFresh
}
