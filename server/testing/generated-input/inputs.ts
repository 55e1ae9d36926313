import * as fc from 'fast-check'

import { SERIES_FORMATS, SERIES_FREQUENCIES, SERIES_KINDS, SERIES_QUANTITIES } from '#contract/series.ts'

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

/** Texts that are right for one of the parameters. */
const meant = fc.constantFrom(
  ...SERIES_QUANTITIES,
  ...SERIES_KINDS,
  ...SERIES_FREQUENCIES,
  ...SERIES_FORMATS,
  'DE_LU,CWE,IT-NORD',
  '1h',
  'actual,tso,final',
  '2026-11-18T23:00+01:00',
  'Asia/Kolkata',
)

/** Most of the valid parameters, some with another text, and perhaps one that is unknown or repeated, which must be refused. */
export function parametersLike(
  valid: Readonly<Record<string, string>>,
): fc.Arbitrary<{ query: string; isRefused: boolean }> {
  const known = Object.keys(valid)
  return fc
    .record({
      changes: fc.dictionary(fc.constantFrom(...known), fc.oneof(text, meant), { maxKeys: 2 }),
      left: fc.subarray(known, { minLength: Math.max(0, known.length - 2) }),
      unknown: fc.dictionary(fc.oneof(text, fc.constantFrom('Area', 'area[]', 'key')), text, { maxKeys: 1 }),
      twice: fc.subarray(known, { maxLength: 1 }),
    })
    .map(({ changes, left, unknown, twice }) => {
      const own = Object.entries({ ...valid, ...changes }).filter(([name]) => left.includes(name))
      const extra = Object.entries(unknown).filter(([name]) => !known.includes(name))
      const repeated = own.filter(([name]) => twice.includes(name))
      return {
        query: new URLSearchParams([...own, ...extra, ...repeated]).toString(),
        isRefused: extra.length + repeated.length > 0,
      }
    })
}
