import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseJson } from './parse-json.ts'

const nested = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth)

test('reads sixteen levels, and refuses more before it reads them', () => {
  expect(parseJson(nested(16, '1'))).toEqual(JSON.parse(nested(16, '1')))
  expect(parseJson(nested(17))).toBeUndefined()
  expect(parseJson('['.repeat(4_000_000))).toBeUndefined()
})

test('brackets in strings are not levels', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', 'a') })), (texts) => {
      expect(parseJson(JSON.stringify(texts))).toEqual(texts)
    }),
  )
  expect(parseJson(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100))
})
