import type { z } from 'zod'

import { RequestError } from '#server/errors.ts'

/**
 * Parses the body of a request. Throws a `RequestError` 400 that says in one sentence what is wrong and what is allowed; `allowed`
 * has that sentence by key.
 */
export function parseBody<Schema extends z.ZodObject>(
  schema: Schema,
  body: unknown,
  allowed: Readonly<Record<string, string>>,
): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const all = Object.keys(schema.shape)
  const needed = all.filter((key) => !schema.shape[key]?.safeParse(undefined).success)
  if (issue?.code === 'unrecognized_keys')
    throw new RequestError(400, `The body has an unknown key. It can have ${all.join(', ')}.`)
  throw new RequestError(
    400,
    allowed[String(issue?.path[0])] ??
      `The body must be a JSON object with ${(needed.length > 0 ? needed : all).join(', ')}.`,
  )
}
