import * as fc from 'fast-check'

import { text, value } from './texts.ts'

/** A JSON body, and whether it must be refused because it has a key that the route does not know. */
export interface GeneratedBody {
  payload: string
  hasUnknownKey: boolean
}

/** Bodies that differ from a valid one in some keys, bodies of any JSON, and texts that are not JSON. */
export function bodiesLike(valid: Readonly<Record<string, unknown>>): fc.Arbitrary<GeneratedBody> {
  const changed = fc
    .record({
      changes: fc.dictionary(fc.constantFrom(...Object.keys(valid)), value, { maxKeys: 2 }),
      missing: fc.subarray(Object.keys(valid), { maxLength: 1 }),
      unknown: fc.dictionary(fc.oneof(text, fc.constantFrom('more', 'Area', 'time ')), value, { maxKeys: 1 }),
    })
    .map(({ changes, missing, unknown }) => {
      const entries = Object.entries({ ...valid, ...changes }).filter(([key]) => !missing.includes(key))
      const extra = Object.entries(unknown).filter(([key]) => !(key in valid))
      return {
        payload: JSON.stringify(Object.fromEntries([...entries, ...extra])),
        hasUnknownKey: extra.length > 0,
      }
    })
  const other = fc.oneof(fc.json(), text).map((payload) => ({ payload, hasUnknownKey: false }))
  return fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: other })
}
