import { z } from 'zod'

import { PARTS_AND_RESIDUAL, UsualFiguresSchema } from './row-tables.ts'
import { deliveryDay } from './wall-time.ts'

export const ALL_COUNTRIES = 'all'

const megawatts = z.number().nullable()
/** `HH:00`; for a ramp, its last hour. */
const MomentSchema = z.object({ valueMw: z.number(), clock: z.string() })
export type Moment = z.infer<typeof MomentSchema>
/** Null unless the day is complete. */
const DifferencesSchema = z.object({ baseMw: megawatts, peakMw: megawatts })

const SheetRowSchema = z.object({
  /** `all` for the sum of all countries. */
  code: z.string(),
  quantity: z.enum(PARTS_AND_RESIDUAL),
  /** Left out of the sum for lack of values. */
  without: z.array(z.string()),
  knownHours: z.int(),
  figures: z.object({
    /** Mean over the hours with a value. */
    baseMw: megawatts,
    peakMw: megawatts,
    highest: MomentSchema.nullable(),
    lowest: MomentSchema.nullable(),
    ramp: MomentSchema.nullable(),
  }),
  /** Hours `HH:00` with a P10 of zero or less; null without a band, as for sums. */
  mayReachZero: z.array(z.string()).nullable(),
  toToday: DifferencesSchema,
  toTso: DifferencesSchema,
  /** On comparable days of earlier years; null if too few are stored. */
  usualHighest: UsualFiguresSchema.nullable(),
})
export type SheetRow = z.infer<typeof SheetRowSchema>

/** Four rows for all countries, then four for each by name. */
export const DaySheetAnswerSchema = z.object({
  day: deliveryDay,
  /** 23 or 25 when the clocks change. */
  hours: z.int(),
  rows: z.array(SheetRowSchema),
})
export type DaySheetAnswer = z.infer<typeof DaySheetAnswerSchema>
