import { z } from 'zod'

import { AREA_CODES, MEMBER_CODES } from './areas.ts'
import { keysOf } from './dictionary.ts'
import { type Part, PARTS } from './row-tables.ts'
import { deliveryDay } from './wall-time.ts'

export const DATA_DAYS_PATH = '/api/v1/data-days'

/** In one request. */
export const MAX_DATA_DAYS = 400

/** Actual values and the TSO's forecasts. */
export const ITEM_OF = {
  load: { part: 'load', isForecast: false },
  solar: { part: 'solar', isForecast: false },
  wind: { part: 'wind', isForecast: false },
  'load forecast': { part: 'load', isForecast: true },
  'solar forecast': { part: 'solar', isForecast: true },
  'wind forecast': { part: 'wind', isForecast: true },
} as const satisfies Record<string, { part: Part; isForecast: boolean }>
export type DataItem = keyof typeof ITEM_OF
export const DATA_ITEMS = keysOf(ITEM_OF)

/** The gravest first. */
export const STATE_WORDS = {
  missing: { symbol: '✕', word: 'missing', meaning: 'no value of the day' },
  partial: { symbol: '◐', word: 'partial', meaning: 'some hours are missing' },
  low: { symbol: '▼', word: 'suspiciously low', meaning: 'against the TSO’s forecast, or still all day' },
  high: { symbol: '▲', word: 'suspiciously high', meaning: 'against the TSO’s forecast, or still all day' },
  copied: { symbol: '=', word: 'copied', meaning: 'the TSO’s forecast repeats the actual values' },
  'scaled-copy': {
    symbol: '≈',
    word: 'a scaled copy',
    meaning: 'the TSO’s forecast is the actual values times a constant, or an hour or a day later',
  },
  late: { symbol: '…', word: 'late', meaning: 'due and not there yet, or a forecast that came late' },
  'other-source': { symbol: '⇄', word: 'from another source', meaning: 'from here on: its level may differ' },
  revised: { symbol: '↻', word: 'revised', meaning: 'changed a day later, a forecast after it was due' },
  'last-published': {
    symbol: '·',
    word: 'as last published',
    meaning: 'a TSO’s forecast from a file, maybe changed after the day',
  },
} satisfies Record<string, { symbol: string; word: string; meaning: string }>
export type DayState = keyof typeof STATE_WORDS
export const DAY_STATES = keysOf(STATE_WORDS)

export const DataDaysQuerySchema = z.strictObject({
  area: z.enum(AREA_CODES).optional().describe('Default: all areas'),
  from: deliveryDay
    .optional()
    .describe('First market day, yyyy-MM-dd. Default range: the last 60 days to tomorrow'),
  to: deliveryDay
    .optional()
    .describe(`End market day, yyyy-MM-dd, exclusive; at most ${MAX_DATA_DAYS} days after from`),
})
export type DataDaysQuery = z.infer<typeof DataDaysQuerySchema>

export const DataDaysAnswerSchema = z.object({
  fromDay: deliveryDay,
  toDay: deliveryDay,
  /** Bidding zone, sources with licence, and data version, in one line. */
  basis: z.array(z.object({ area: z.enum(MEMBER_CODES), text: z.string() })).default([]),
  /** In the whole range. */
  unpublished: z.array(z.object({ area: z.enum(MEMBER_CODES), item: z.enum(DATA_ITEMS) })),
  /** In sentences: end of an API version, change of licence. */
  notices: z.array(z.string()).default([]),
  /** A day can have several states. */
  marks: z.array(
    z.object({
      area: z.enum(MEMBER_CODES),
      item: z.enum(DATA_ITEMS),
      state: z.enum(DAY_STATES),
      days: z.array(deliveryDay),
    }),
  ),
  /** Age of the newest actual value; for solar only hours with usual sunshine count. */
  delays: z.array(
    z.object({
      area: z.enum(MEMBER_CODES),
      quantity: z.enum(PARTS),
      newestUtc: z.iso.datetime(),
      nowMinutes: z.number().int(),
      /** Longest delay of a day in the last 28 days; null while too few are known. */
      usualMinutes: z.number().int().nullable(),
      p90Minutes: z.number().int().nullable(),
      /** First day of a delay hours above usual. */
      sinceDay: deliveryDay.nullable(),
    }),
  ),
  /** Actual load missing in the run before the auction of the newest delivery day. */
  unknownHours: z
    .array(
      z.object({
        area: z.enum(MEMBER_CODES),
        day: deliveryDay,
        /** `knownHours` of the day before delivery; `hours`: how many more are usual. */
        knownHours: z.number().int(),
        hours: z.number().int(),
        /** Days with as few known hours, and their excess error of residual load; null while too few are known. */
        lateDays: z.number().int(),
        moreErrorPercent: z.number().nullable(),
      }),
    )
    .default([]),
})
export type DataDaysAnswer = z.infer<typeof DataDaysAnswerSchema>
export type DayMark = DataDaysAnswer['marks'][number]
export type Delay = DataDaysAnswer['delays'][number]
export type UnknownHours = DataDaysAnswer['unknownHours'][number]

export function isGap({ item, state }: Pick<DayMark, 'item' | 'state'>): boolean {
  return !ITEM_OF[item].isForecast && (state === 'missing' || state === 'partial' || state === 'late')
}

export function isDoubt({ state }: Pick<DayMark, 'state'>): boolean {
  return state === 'low' || state === 'high' || state === 'copied' || state === 'scaled-copy'
}
