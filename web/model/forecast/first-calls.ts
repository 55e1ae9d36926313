import type { QueryClient } from '@tanstack/react-query'

import { forecastQuery } from '#web/api/forecast-query.ts'
import { mapShapes } from '#web/api/map-shapes.ts'
import { settings } from '#web/api/settings.ts'
import { requestTime, tomorrowOf } from '#web/model/view/delivery-day.ts'
import { readView } from '#web/model/view/view.ts'

/** A page that takes longer to load asks again. */
const VALID_MS = 10_000

let askedAtMs = Number.NEGATIVE_INFINITY

/** Asks for what the map draws, before the page itself is there. A failure is left to the page. */
export function askFirst(client: QueryClient, search: string): void {
  const { day, run } = readView(new URLSearchParams(search))
  askedAtMs = Date.now()
  void client.prefetchQuery(forecastQuery(requestTime(day ?? tomorrowOf(new Date())), run))
  void client.prefetchQuery(mapShapes)
  void client.prefetchQuery(settings)
}

/** Whether the forecast was asked for just before the page: then entering the page does not ask again. True only once. */
export function takeAsked(): boolean {
  const isFresh = Date.now() - askedAtMs < VALID_MS
  askedAtMs = Number.NEGATIVE_INFINITY
  return isFresh
}
