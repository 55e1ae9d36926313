import { z } from 'zod'

import { PARTS_AND_RESIDUAL, UsualFiguresSchema } from './row-tables.ts'
import { deliveryDay } from './wall-time.ts'

export const ALL_COUNTRIES = 'all'

const megawatts = z.number().nullable()
/** `clock` is the start of the hour, `HH:00`; for a ramp, of its last hour. */
const MomentSchema = z.object({ valueMw: z.number(), clock: z.string() })
export type Moment = z.infer<typeof MomentSchema>
/** Null unless the day is complete. */
const DifferencesSchema = z.object({ baseMw: megawatts, peakMw: megawatts })

const SheetRowSchema = z.object({
  /** Two letters, or `all` for the sum of all countries. */
  code: z.string(),
  quantity: z.enum(PARTS_AND_RESIDUAL),
  /** Countries without values, left out of the sum. */
  without: z.array(z.string()),
  /** Hours of the day with a value. */
  knownHours: z.int(),
  figures: z.object({
    /** Mean of the hours with a value. */
    baseMw: megawatts,
    peakMw: megawatts,
    highest: MomentSchema.nullable(),
    lowest: MomentSchema.nullable(),
    /** Steepest change over three hours, up or down. */
    ramp: MomentSchema.nullable(),
  }),
  /** `HH:00` of hours whose residual load has a P10 of zero or less; null without a band, as for sums. */
  mayReachZero: z.array(z.string()).nullable(),
  toToday: DifferencesSchema,
  toTso: DifferencesSchema,
  /** Of the highest hour on comparable days of earlier years; null if too few are stored. */
  usualHighest: UsualFiguresSchema.nullable(),
})
export type SheetRow = z.infer<typeof SheetRowSchema>

/** Four rows for the sum of all countries, then four for each country by name. */
export const DaySheetAnswerSchema = z.object({
  day: deliveryDay,
  /** 23 or 25 when the clocks change. */
  hours: z.int(),
  rows: z.array(SheetRowSchema),
})
export type DaySheetAnswer = z.infer<typeof DaySheetAnswerSchema>
