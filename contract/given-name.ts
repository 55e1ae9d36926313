import { z } from 'zod'

export const MAX_NAME_LENGTH = 80

/** The name that a user gives to a dashboard, a key or an alert. */
export const givenName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^\P{C}*$/u)

/** Rule for a name, as the sentence of a refusal. */
export const NAME_RULE = `name must be a text of 1 to ${MAX_NAME_LENGTH} printable characters.`

/** The answer to the removal of such a thing. */
export const RemovedSchema = z.object({ id: z.string() })
