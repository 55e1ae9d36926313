import { z } from 'zod'

/** An object whose keys come from outside. It has those and no others: looked up, `constructor` is a key that is not there. */
export function dictionaryOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string(), value)
    .transform((entries): Record<string, z.output<Value>> => Object.assign({ __proto__: null }, entries))
}
