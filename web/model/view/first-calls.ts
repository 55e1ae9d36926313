import type { QueryClient } from '@tanstack/react-query'

import { forecastQuery } from '#web/api/forecasts.ts'
import { mapShapes } from '#web/api/map-shapes.ts'
import { settings } from '#web/api/settings.ts'

import { requestTime, tomorrowOf } from './delivery-day.ts'
import { readView } from './view.ts'

/** The longest that a call takes. A page that takes longer to load asks again. */
const VALID_MS = 60_000

let sentAtMs = Number.NEGATIVE_INFINITY

/** Asks for what the map draws, before the page itself is there. Resolves when all is answered; a failure is left to the page. */
export async function askFirst(client: QueryClient, search: string): Promise<void> {
  const { day } = readView(new URLSearchParams(search))
  sentAtMs = Date.now()
  await Promise.all([
    client.prefetchQuery(forecastQuery(requestTime(day ?? tomorrowOf(new Date())))),
    client.prefetchQuery(mapShapes),
    client.prefetchQuery(settings),
  ])
}

/** True, once, if the forecast was requested just before the page, so that entering the page does not ask again. */
export function takeFirstCalls(): boolean {
  const isFresh = Date.now() - sentAtMs < VALID_MS
  sentAtMs = Number.NEGATIVE_INFINITY
  return isFresh
}
