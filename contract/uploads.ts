import { z } from 'zod'

import { givenName, MAX_NAME_LENGTH } from './given-name.ts'
import { PARTS_AND_RESIDUAL } from './row-tables.ts'

export const UPLOADS_PATH = '/api/v1/forecasts'
/** The type of the body of an upload. */
export const CSV_TYPE = 'text/csv'
/** About 30,000 rows. */
export const MAX_UPLOAD_BYTES = 2_000_000
/** As many as a user can keep. */
export const MAX_UPLOADS = 20

/** The sign between an upload and its owner in the label of a curve. */
const OWNER_MARK = ' · '

/** Without the sign above, in all its forms, and without what a spreadsheet takes for a formula. */
export const UploadNameSchema = givenName
  .regex(/^(?![=+@-])[^·]*$/)
  .refine((name) => !name.normalize('NFKC').includes(OWNER_MARK.trim()))
export const UPLOAD_NAME_RULE = `name must be a text of 1 to ${MAX_NAME_LENGTH} printable characters without ·, and not begin with =, +, - or @.`

/** How curves, rows and scores call an upload: two users may use one name. */
export const uploadLabel = (name: string, owner: string) => `${name}${OWNER_MARK}${owner}`

export const UploadQuerySchema = z.strictObject({
  name: UploadNameSchema.describe(
    'Name of the forecast; rows are added to those of an earlier upload of this name',
  ),
  visible_to: z
    .enum(['owner', 'all'])
    .optional()
    .describe('Visibility: owner (default) or all. Omit to keep.'),
  unit: z
    .literal('checked')
    .optional()
    .describe('Stores values even if they seem to be in another unit than MW'),
})

export const UPLOAD_COLUMNS = ['time_utc', 'area', 'quantity', 'power_mw', 'issued_utc'] as const

/** One row of an upload, in CSV: mean power in MW from a time on, as it was issued at a time; an empty cell is a missing value. */
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
  /** True if an admin lets our final forecast use it; never where only its owner sees it. */
  is_input: z.boolean(),
})
/** An upload that a user may see. */
export type Upload = z.infer<typeof UploadSchema>

/** Our final forecast may use an upload that all users see. */
export const UploadInputSchema = UploadSchema.pick({ is_input: true }).strict()
export const ChangedUploadSchema = UploadSchema.pick({ id: true, is_input: true })

export const UploadedSchema = z.object({
  id: z.string(),
  label: z.string(),
  values: z.int(),
  notes: z.array(z.string()).describe('What may be wrong with the file'),
})

/** An upload with what it holds; days are delivery days of the market. */
export const UploadEntrySchema = UploadSchema.extend({
  areas: z.array(z.string()),
  quantities: z.array(z.string()),
  first_day: z.iso.date().nullable(),
  last_day: z.iso.date().nullable(),
  last_issued_utc: z.iso.datetime().nullable(),
  /** When the final stopped using it, because its owner changed values of days that had begun. */
  rewritten_utc: z.iso.datetime().nullable(),
})
export type UploadEntry = z.infer<typeof UploadEntrySchema>
export const UploadListSchema = z.object({ forecasts: z.array(UploadEntrySchema) })
