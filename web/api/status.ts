import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { type Status, STATUS_PATH, StatusSchema } from '#contract/status.ts'

import { isAway, isRetried, refreshing } from './recovery.ts'
import { ownQuery } from './settings.ts'

const REFRESH_MS = 60_000
/** While history is loading or past forecasts are made, users watch the progress; while the server is busy, much of the page waits for the status. */
const SOON_MS = 5_000
/** Where the values come from and how far they reach; `null` from a foreign backend. */
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

/** True while our own server does not answer; always false for a foreign backend. */
export function useIsServerAway(): boolean {
  const query = useQuery(status)
  return isAway(query.error) || isRetried(query)
}

/** False while our server still makes the forecasts of earlier days. */
export const useAreMade = () => !useQuery(status).data?.replays

/** Calls back when network or server are there again. */
export function useReturn(onReturn: () => void): void {
  const isServerAway = useIsServerAway()
  const wasAway = useRef(false)
  const call = useEffectEvent(onReturn)
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

/** Asks for the origin of the values that a file is to name; null where it cannot be asked. */
export function useOrigin(): () => Promise<Origin> {
  const queryClient = useQueryClient()
  return () => queryClient.ensureQueryData(status).catch(() => null)
}

/** The source as a word: `Demo data`, `ENTSO-E`; null if it is not known. */
export function sourceName(origin: Pick<Status, 'source' | 'isDemo'> | null): string | null {
  return origin?.isDemo === true ? 'Demo data' : (origin?.source ?? null)
}

/** The basis of the numbers for the head of a file: source, licence, zone and version. The demo needs its name alone; null if the source is not known. */
export function basisOfFile(origin: Origin): string | null {
  const name = sourceName(origin)
  if (name === null || origin?.isDemo === true) return name
  const versions = 'Germany with Luxembourg; actual as last revised; TSO forecast as first published'
  return [name, origin?.licence, versions].filter(Boolean).join(', ')
}

/** The line under a picture that says where its values come from; null if that is not known. */
export function sourceLine(origin: Origin): string | null {
  if (origin?.isDemo === true) return 'Demo data: these values are invented.'
  if (!origin?.source) return null
  return [`Source: ${origin.source}`, ...(origin.credit === null ? [] : [origin.credit])].join(' · ')
}
