import { z } from 'zod'

import { givenName, MAX_NAME_LENGTH } from './owned-rows.ts'
import { PARTS_AND_RESIDUAL } from './row-tables.ts'

export const UPLOADS_PATH = '/api/v1/forecasts'
export const CSV_TYPE = 'text/csv'
/** About 30,000 rows. */
export const MAX_UPLOAD_BYTES = 2_000_000
/** Per user. */
export const MAX_UPLOADS = 20

/** Separates name and owner in a curve's label. */
const OWNER_MARK = ' · '

/** Without the mark in any Unicode form, and not a spreadsheet formula. */
export const UploadNameSchema = givenName
  .regex(/^(?![=+@-])[^·]*$/)
  .refine((name) => !name.normalize('NFKC').includes(OWNER_MARK.trim()))
export const UPLOAD_NAME_RULE = `name must be a text of 1 to ${MAX_NAME_LENGTH} printable characters without ·, and not begin with =, +, - or @.`

/** Two users may choose one name. */
export const uploadLabel = (name: string, owner: string) => `${name}${OWNER_MARK}${owner}`

export const UploadQuerySchema = z.strictObject({
  name: UploadNameSchema.describe('Name of the forecast; rows are added to an earlier upload with this name'),
  visible_to: z
    .enum(['owner', 'all'])
    .optional()
    .describe('Visibility: owner (default) or all. Omit to keep.'),
  unit: z.literal('checked').optional().describe('Stores values even if their unit does not look like MW'),
})

export const UPLOAD_COLUMNS = ['time_utc', 'area', 'quantity', 'power_mw', 'issued_utc'] as const

/** Mean power in MW from `time_utc` on; an empty cell is a missing value. */
export const UploadRowSchema = z.object({
  time_utc: z.iso.datetime({ offset: true }),
  area: z.string(),
  quantity: z.enum(PARTS_AND_RESIDUAL),
  power_mw: z.number().nullable(),
  issued_utc: z.iso.datetime({ offset: true }),
}) satisfies z.ZodType<Record<(typeof UPLOAD_COLUMNS)[number], unknown>>

const UploadSchema = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  visible_to: z.enum(['owner', 'all']),
  is_own: z.boolean(),
  /** For our final forecast, by an admin; only if all users can see it. */
  is_input: z.boolean(),
})
export type Upload = z.infer<typeof UploadSchema>

export const UploadInputSchema = UploadSchema.pick({ is_input: true }).strict()
export const ChangedUploadSchema = UploadSchema.pick({ id: true, is_input: true })

export const UploadedSchema = z.object({
  id: z.string(),
  label: z.string(),
  values: z.int(),
  notes: z.array(z.string()).describe('What may be wrong with the file'),
})

/** Days are delivery days of the market. */
export const UploadEntrySchema = UploadSchema.extend({
  areas: z.array(z.string()),
  quantities: z.array(z.string()),
  first_day: z.iso.date().nullable(),
  last_day: z.iso.date().nullable(),
  last_issued_utc: z.iso.datetime().nullable(),
  /** When the final forecast stopped using it, because values of days that had begun were changed. */
  rewritten_utc: z.iso.datetime().nullable(),
})
export type UploadEntry = z.infer<typeof UploadEntrySchema>
export const UploadListSchema = z.object({ forecasts: z.array(UploadEntrySchema) })
