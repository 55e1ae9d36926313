import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'

import { type Settings, SETTINGS_PATH, SettingsSchema, TILE_HOSTS } from '#contract/settings.ts'
import { zoneName } from '#web/zone/display-zone.ts'

import { ApiError } from './api-error.ts'
import { type Call, request } from './request.ts'

/** Used when a server has no settings endpoint. */
const DEFAULTS: Settings = {
  isOwnBackend: false,
  source: null,
  isDemo: false,
  credit: null,
  weatherCredit: null,
  tileUrlLight: 'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}{r}.png',
  tileUrlDark: 'https://{s}.basemaps.cartocdn.com/dark_nolabels/{z}/{x}/{y}{r}.png',
  tileHosts: [...TILE_HOSTS],
}

let reading: Promise<Settings> | null = null

/** The server's settings, or the defaults if it has no such endpoint. They are requested once, and again only after a failure. */
function readSettings(): Promise<Settings> {
  reading ??= request.open({ path: SETTINGS_PATH, schema: SettingsSchema }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status !== null) return DEFAULTS
    reading = null
    throw error
  })
  return reading
}

export const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: readSettings,
  staleTime: Number.POSITIVE_INFINITY,
})

/** True if our own server answers, so that the pages may explain its values. */
export function useIsOwnBackend(): boolean {
  return useQuery(settings).data?.isOwnBackend ?? true
}

/** Asks a call of our own; null for a foreign backend, which has only the specified calls and is not asked. */
export async function askOwnBackend<T>(ask: () => Promise<T>): Promise<T | null> {
  const { isOwnBackend } = await readSettings()
  return isOwnBackend ? ask() : null
}

/** Parameters of an address; what is null or undefined is not sent. */
export type Parameters = Readonly<Record<string, string | null | undefined>>

/** A call of our own API, with the days and hours of the page's zone or another one. */
export function ownCall<T>(
  path: string,
  parameters: Parameters,
  schema: z.ZodType<T>,
  timeZone?: string,
): Call<T> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ zone: timeZone ?? zoneName(), ...parameters }))
    if (value !== null && value !== undefined) query.set(name, value)
  return { path: `${path}?${query.toString()}`, schema, timeZone }
}

/** True of the answers with values of `/api/v1`. */
export const isOwnAnswer = ({ queryKey: [, path] }: { queryKey: readonly unknown[] }) =>
  typeof path === 'string' && path.startsWith('/api/v1/')

/** The query of a call of ours; answers null from a foreign backend, and at once where there is nothing to call. */
export function ownQuery<Answer>(name: string, call: Call<Answer> | null) {
  return queryOptions({
    queryKey: [name, call?.body ?? call?.path, call?.timeZone],
    ...(call === null
      ? { queryFn: skipToken, initialData: null }
      : { queryFn: ({ signal }) => askOwnBackend(() => request.authorized({ ...call, signal })) }),
  })
}
