import type { z } from 'zod'

import { RequestError } from '#server/errors.ts'

/** In words, by key; by default a list of the values. */
type Allowed = Readonly<Record<string, string>>

const parser =
  (unknownKey: string, missing: string) =>
  <Schema extends z.ZodObject>(schema: Schema, input: unknown, allowed: Allowed): z.output<Schema> => {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const all = Object.keys(schema.shape)
    const needed = all.filter((key) => !schema.shape[key]?.safeParse(undefined).success)
    if (issue?.code === 'unrecognized_keys')
      throw new RequestError(400, `${unknownKey}. It can have ${all.join(', ')}.`)
    const key = String(issue?.path[0])
    const listed =
      issue?.code === 'invalid_value' && issue.path.length > 0
        ? `${key} must be one of ${issue.values.join(', ')}.`
        : `${missing} ${(needed.length > 0 ? needed : all).join(', ')}.`
    throw new RequestError(400, allowed[key] ?? listed)
  }

/** Throws a `RequestError` 400 that names the fault and what is allowed. */
export const parseBody = parser('The body has an unknown key', 'The body must be a JSON object with')

/** Refuses repeated parameters. */
export const parseParameters = parser(
  'The address has an unknown parameter',
  'The address needs the parameters',
)
