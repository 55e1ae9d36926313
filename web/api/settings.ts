import { queryOptions, skipToken } from '@tanstack/react-query'
import type { z } from 'zod'

import { RemovedSchema } from '#contract/owned-rows.ts'
import { SETTINGS_PATH, SettingsSchema } from '#contract/status.ts'
import { zoneName } from '#web/zone/display-zone.ts'

import { type Call, isOwnBackend, request } from './request.ts'

export const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: () => request.open({ path: SETTINGS_PATH, schema: SettingsSchema }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** `null` and `undefined` are not sent. */
export type Parameters = Readonly<Record<string, string | null | undefined>>

export function ownCall<T>(path: string, parameters: Parameters, schema: z.ZodType<T>, timeZone?: string) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ zone: timeZone ?? zoneName(), ...parameters }))
    if (value !== null && value !== undefined) query.set(name, value)
  return { path: `${path}?${query.toString()}`, schema, timeZone }
}

export const isOwnAnswer = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
  typeof path === 'string' && path.startsWith('/api/v1/')

/** Data is `null` without a call and with another backend. */
export function ownQuery<Answer>(name: string, call: Call<Answer> | null) {
  return queryOptions({
    queryKey: [name, call?.body ?? call?.path, call?.timeZone],
    ...(call !== null && isOwnBackend()
      ? { queryFn: ({ signal }) => request.authorized({ ...call, signal }) }
      : { queryFn: skipToken, initialData: null }),
  })
}

export const remover = (path: string) => (id: string) =>
  request.authorized({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}`, schema: RemovedSchema })
