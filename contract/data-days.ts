import { z } from 'zod'

import { AREA_CODES, MEMBER_CODES } from './areas.ts'
import { keysOf } from './dictionary.ts'
import { type Part, PARTS } from './row-tables.ts'
import { deliveryDay } from './wall-time.ts'

export const DATA_DAYS_PATH = '/api/v1/data-days'

/** The most days that can be requested at once. */
export const MAX_DATA_DAYS = 400

/** Stored items of an area: actual values, and the TSO's forecasts of the same quantities. */
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

/** Marks of an item on a day that is not simply complete, the gravest first: symbol, word, and meaning. */
export const STATE_WORDS = {
  missing: { symbol: '✕', word: 'missing', meaning: 'no value of the day' },
  partial: { symbol: '◐', word: 'partial', meaning: 'some hours are missing' },
  low: { symbol: '▼', word: 'suspiciously low', meaning: 'against the TSO’s forecast' },
  high: { symbol: '▲', word: 'suspiciously high', meaning: 'against the TSO’s forecast' },
  copied: { symbol: '=', word: 'copied', meaning: 'the TSO’s forecast repeats the actual values' },
  'scaled-copy': {
    symbol: '≈',
    word: 'a scaled copy',
    meaning: 'the TSO’s forecast is the actual values times a constant, or an hour or a day later',
  },
  late: { symbol: '…', word: 'late', meaning: 'due and not there yet, or a forecast that came late' },
  'other-source': {
    symbol: '⇄',
    word: 'from another source',
    meaning: 'from here on: its level may differ',
  },
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
  area: z.enum(AREA_CODES).optional().describe('All areas where it is left out'),
  from: deliveryDay
    .optional()
    .describe('First market day, yyyy-MM-dd; without from and to the last 60 days and tomorrow'),
  to: deliveryDay
    .optional()
    .describe(`The market day after the last, yyyy-MM-dd, at most ${MAX_DATA_DAYS} days after from`),
})
export type DataDaysQuery = z.infer<typeof DataDaysQuerySchema>

export const DataDaysAnswerSchema = z.object({
  fromDay: deliveryDay,
  toDay: deliveryDay,
  /** Bidding zone, sources with licence, and version of the values of each area, in a line. */
  basis: z.array(z.object({ area: z.enum(MEMBER_CODES), text: z.string() })).default([]),
  /** Items without a value in all this time. */
  unpublished: z.array(z.object({ area: z.enum(MEMBER_CODES), item: z.enum(DATA_ITEMS) })),
  /** The source's announcements, in sentences: the end of a version of its service, another licence. */
  notices: z.array(z.string()).default([]),
  /** Days of the other items that are not simply complete. A day can have several states. */
  marks: z.array(
    z.object({
      area: z.enum(MEMBER_CODES),
      item: z.enum(DATA_ITEMS),
      state: z.enum(DAY_STATES),
      days: z.array(deliveryDay),
    }),
  ),
  /** How late the actual values are: the time since the end of the newest one; of solar only the hours with a usual sun. */
  delays: z.array(
    z.object({
      area: z.enum(MEMBER_CODES),
      quantity: z.enum(PARTS),
      /** The end of the newest value. */
      newestUtc: z.iso.datetime(),
      nowMinutes: z.number().int(),
      /** The longest delay of a usual day, the median of the last 28 days, and that of one day in ten; null while too few are known. */
      usualMinutes: z.number().int().nullable(),
      p90Minutes: z.number().int().nullable(),
      /** The first of the days in a row on which it is hours later than usual; null if it is not. */
      sinceDay: deliveryDay.nullable(),
    }),
  ),
  /** Where the run before the auction of the newest delivery day lacked hours of actual load. */
  unknownHours: z
    .array(
      z.object({
        area: z.enum(MEMBER_CODES),
        day: deliveryDay,
        /** Hours of the day before, up to the last known one, and how many more it should have known. */
        knownHours: z.number().int(),
        hours: z.number().int(),
        /** Earlier days on which it knew no more, and by how much the forecast of residual load erred more there; null while too few are known. */
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

/** Actual values are not there. */
export function isGap({ item, state }: Pick<DayMark, 'item' | 'state'>): boolean {
  return !ITEM_OF[item].isForecast && (state === 'missing' || state === 'partial' || state === 'late')
}

/** Values are there, and in doubt. */
export function isDoubt({ state }: Pick<DayMark, 'state'>): boolean {
  return state === 'low' || state === 'high' || state === 'copied' || state === 'scaled-copy'
}
