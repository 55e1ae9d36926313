import { z } from 'zod'

import { dictionaryOf } from './dictionary.ts'
import { FREQUENCIES } from './query.ts'

export const FORECAST_PATH = '/energia/tab-2'

/** Countries of the forecast map, as the answer keys them. */
export const FORECAST_COUNTRIES = [
  'de',
  'hu',
  'nl',
  'at',
  'pl',
  'sk',
  'cz',
  'hr',
  'si',
  'ro',
  'bg',
  'gr',
  'be',
] as const
export type ForecastCountry = (typeof FORECAST_COUNTRIES)[number]

const COUNTRY_NAMES: ReadonlyMap<string, string> = new Map([
  ['be', 'Belgium'],
  ['de', 'Germany'],
  ['fr', 'France'],
  ['at', 'Austria'],
  ['nl', 'Netherlands'],
  ['pl', 'Poland'],
  ['cz', 'Czech Republic'],
  ['sk', 'Slovakia'],
  ['hu', 'Hungary'],
  ['ro', 'Romania'],
  ['bg', 'Bulgaria'],
  ['hr', 'Croatia'],
  ['si', 'Slovenia'],
  ['gr', 'Greece'],
])

/** The name of a country by its two-letter lowercase code; an unknown code is shown as it is. */
export function countryName(code: string): string {
  return COUNTRY_NAMES.get(code) ?? code
}

/** Three-letter codes of the map shapes to the two-letter codes of the answer. */
export const COUNTRY_BY_ISO_A3: ReadonlyMap<string, ForecastCountry> = new Map<string, ForecastCountry>([
  ['DEU', 'de'],
  ['HUN', 'hu'],
  ['NLD', 'nl'],
  ['AUT', 'at'],
  ['POL', 'pl'],
  ['SVK', 'sk'],
  ['CZE', 'cz'],
  ['HRV', 'hr'],
  ['SVN', 'si'],
  ['ROU', 'ro'],
  ['BGR', 'bg'],
  ['GRC', 'gr'],
  ['BEL', 'be'],
])

export const ForecastQuerySchema = z.strictObject({
  category: z.literal(''),
  area: z.literal(''),
  time: z.tuple([z.string().max(32), z.string().max(32)]),
  frequency: z.enum(FREQUENCIES),
})
export type ForecastQuery = z.infer<typeof ForecastQuerySchema>

const megawatts = z.number().nullable()

/** One hour of one country, MW; `null` is not published, never 0. */
export const ForecastEntrySchema = z.object({
  TSO: megawatts,
  Instance_Today: megawatts,
  Instance_Tomorrow: megawatts,
  Final_Value: megawatts,
})
export type ForecastEntry = z.infer<typeof ForecastEntrySchema>

/** By country, by `HH:mm`. */
export const ForecastAnswerSchema = dictionaryOf(dictionaryOf(ForecastEntrySchema))
export type ForecastAnswer = z.infer<typeof ForecastAnswerSchema>
