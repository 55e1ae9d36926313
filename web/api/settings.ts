import { queryOptions } from '@tanstack/react-query'

import { type Settings, SETTINGS_PATH, SettingsSchema } from '#contract/settings.ts'

import { ApiError } from './api-error.ts'
import { request } from './browser-request.ts'

/** Used when a server has no settings endpoint. */
const DEFAULTS: Settings = {
  source: null,
  isDemo: false,
  credit: null,
  weatherCredit: null,
  tileUrlLight: 'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}{r}.png',
  tileUrlDark: 'https://{s}.basemaps.cartocdn.com/dark_nolabels/{z}/{x}/{y}{r}.png',
}

/** The server's settings, or the defaults if it has no such endpoint. */
export const settings = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => {
    try {
      return await request.open({ path: SETTINGS_PATH, schema: SettingsSchema, signal })
    } catch (error) {
      if (error instanceof ApiError && error.status !== null) return DEFAULTS
      throw error
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
})
