import { z } from 'zod'

import { ForecastRowsQuerySchema } from './forecast-rows.ts'

export const CHANGES_PATH = '/api/v1/changes'

/** What the final forecast that counts is compared with. */
export const CHANGE_BASES = ['previous', 'early', 'tso', 'actual'] as const
export type ChangeBase = (typeof CHANGE_BASES)[number]

/** The parameters of a request for what changed in the forecasts of a day. */
export const ChangesQuerySchema = z.strictObject({
  ...ForecastRowsQuerySchema.omit({ as_of: true }).shape,
  against: z
    .enum(CHANGE_BASES)
    .default('previous')
    .describe(
      'previous: the run that counted before; early: the last run before the auction; tso: the forecast of the TSO; actual: what was measured',
    ),
})

const power = z.number().nullable()

/**
 * One hour of one country: by how much the final forecast is above what it is compared with, MW, and each part of it. The change of
 * the residual load is that of load less those of solar and wind; `null` where either is missing.
 */
export const ChangeRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.string(),
  load_mw: power,
  solar_mw: power,
  wind_mw: power,
  residual_mw: power,
})
export type ChangeRow = z.infer<typeof ChangeRowSchema>
