import { z } from 'zod'

import { PARTS_AND_RESIDUAL, UsualFiguresSchema } from './row-tables.ts'
import { deliveryDay } from './wall-time.ts'

export const ALL_COUNTRIES = 'all'

const megawatts = z.number().nullable()
/** A value of a day and the clock of its hour, `HH:00`; of a ramp of its last hour. */
const MomentSchema = z.object({ valueMw: z.number(), clock: z.string() })
export type Moment = z.infer<typeof MomentSchema>
/** Differences of base and peak, MW; null where a day is not whole. */
const DifferencesSchema = z.object({ baseMw: megawatts, peakMw: megawatts })

const SheetRowSchema = z.object({
  /** Two letters; `all` for all countries together. */
  code: z.string(),
  quantity: z.enum(PARTS_AND_RESIDUAL),
  /** The countries that a sum leaves out, because nothing is known of them. */
  without: z.array(z.string()),
  /** How many of the day's hours have a value. */
  knownHours: z.int(),
  figures: z.object({
    /** Mean of the hours that have a value, MW. */
    baseMw: megawatts,
    /** Mean of the peak hours. */
    peakMw: megawatts,
    highest: MomentSchema.nullable(),
    lowest: MomentSchema.nullable(),
    /** The steepest change, up or down, over three hours that pass. */
    ramp: MomentSchema.nullable(),
  }),
  /** Clocks of the hours of residual load whose P10 is at or below zero; null where there is no band, as of sums. */
  mayReachZero: z.array(z.string()).nullable(),
  toToday: DifferencesSchema,
  toTso: DifferencesSchema,
  /** Usual range of the highest hour on such days around the date in earlier years; null where too few are stored. */
  usualHighest: UsualFiguresSchema.nullable(),
})
export type SheetRow = z.infer<typeof SheetRowSchema>

/** A market day in figures: four rows for all countries together, then four for each country by its name. */
export const DaySheetAnswerSchema = z.object({
  day: deliveryDay,
  /** 23 or 25 where the clocks change. */
  hours: z.int(),
  rows: z.array(SheetRowSchema),
})
export type DaySheetAnswer = z.infer<typeof DaySheetAnswerSchema>
