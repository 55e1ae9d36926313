import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { type Status, STATUS_PATH, StatusSchema } from '#contract/status.ts'

import { isAway, isRetried, refreshing } from './recovery.ts'
import { ownQuery } from './settings.ts'

const REFRESH_MS = 60_000
/** Users watch history load and past forecasts being made; on a busy server much of the page waits for the status. */
const SOON_MS = 5_000
/** Source and extent of the values; `null` from another backend. */
export const status = queryOptions({
  ...ownQuery('status', { path: STATUS_PATH, schema: StatusSchema }),
  staleTime: REFRESH_MS,
  refetchInterval: (query) => {
    const { data } = query.state
    if (data === null) return false
    if (data === undefined || data.backfill || data.replays) return SOON_MS
    return refreshing(REFRESH_MS)(query)
  },
})

/** Always `false` for another backend. */
export function useIsServerAway(): boolean {
  const query = useQuery(status)
  return isAway(query.error) || isRetried(query)
}

/** `false` while our server makes the forecasts of past days. */
export const useArePastForecastsReady = () => !useQuery(status).data?.replays

export function useOnReconnect(onReconnect: () => void): void {
  const isServerAway = useIsServerAway()
  const wasAway = useRef(false)
  const call = useEffectEvent(onReconnect)
  useEffect(() => {
    if (wasAway.current && !isServerAway) call()
    wasAway.current = isServerAway
  }, [isServerAway])
  useEffect(() => {
    const listener = () => call()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}

export type Origin = Pick<Status, 'source' | 'isDemo' | 'credit' | 'licence'> | null

/** Reads the origin for a file; `null` if the call fails. */
export function useOrigin(): () => Promise<Origin> {
  const queryClient = useQueryClient()
  return () => queryClient.ensureQueryData(status).catch(() => null)
}

/** `Demo data`, `ENTSO-E`. */
export function sourceName(origin: Pick<Status, 'source' | 'isDemo'> | null): string | null {
  return origin?.isDemo === true ? 'Demo data' : (origin?.source ?? null)
}

/** Line for the head of a file. Demo data need only their name. */
export function basisOfFile(origin: Origin): string | null {
  const name = sourceName(origin)
  if (name === null || origin?.isDemo === true) return name
  const versions = 'Germany with Luxembourg; actual as last revised; TSO forecast as first published'
  return [name, origin?.licence, versions].filter(Boolean).join(', ')
}

export function sourceLine(origin: Origin): string | null {
  if (origin?.isDemo === true) return 'Demo data: these values are invented.'
  if (!origin?.source) return null
  return [`Source: ${origin.source}`, ...(origin.credit === null ? [] : [origin.credit])].join(' · ')
}
