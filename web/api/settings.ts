import { queryOptions } from '@tanstack/react-query'

import { type Settings, SETTINGS_PATH, SettingsSchema } from '#contract/settings.ts'

import { ApiError } from './api-error.ts'
import { request } from './browser-request.ts'

/** What holds where a server does not tell its settings. */
const DEFAULTS: Settings = {
  source: null,
  isDemo: false,
  credit: null,
  tileUrlLight: 'https://{s}.basemaps.cartocdn.com/light_nolabels/{z}/{x}/{y}{r}.png',
  tileUrlDark: 'https://{s}.basemaps.cartocdn.com/dark_nolabels/{z}/{x}/{y}{r}.png',
}

/** What the server says of itself; the defaults where it says nothing. */
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
