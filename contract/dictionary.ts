import { z } from 'zod'

/** An object whose keys come from outside. It has only those: looking up `constructor` finds nothing. */
export function dictionaryOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string(), value)
    .transform((entries): Record<string, z.output<Value>> => Object.assign({ __proto__: null }, entries))
}

/** Reads an empty list as an empty map, which is how PHP writes one. */
export const readEmptyList = (given: unknown): unknown =>
  Array.isArray(given) && given.length === 0 ? {} : given

/** The keys of a table, in their order there. */
export const keysOf = <Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(table).filter((key): key is Key => Object.hasOwn(table, key))
