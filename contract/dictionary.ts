import { z } from 'zod'

/** Takes keys from outside: the object has no prototype, so `constructor` is not found. */
export function dictionaryOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string(), value)
    .transform((entries): Record<string, z.output<Value>> => Object.assign({ __proto__: null }, entries))
}

/** PHP writes an empty map as an empty list. */
export const readEmptyList = (given: unknown): unknown =>
  Array.isArray(given) && given.length === 0 ? {} : given

export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key))
