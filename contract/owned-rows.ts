import { z } from 'zod'

export const MAX_NAME_LENGTH = 80

export const givenName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^\P{C}*$/u)

export const NAME_RULE = `name must be a text of 1 to ${MAX_NAME_LENGTH} printable characters.`

export const RemovedSchema = z.object({ id: z.string() })
