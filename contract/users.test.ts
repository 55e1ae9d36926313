import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { userNameKey } from './users.ts'

describe('userNameKey', () => {
  test.each(['jane.doe', ' Jane.Doe', 'JANE.DOE\t', 'Ｊａｎｅ.doe'])('%j is jane.doe', (spelling) => {
    expect(userNameKey(spelling)).toBe('jane.doe')
  })

  test.each(['', '   ', 'a\u0000b', 'a\nb', 'a\u202eb', 'x'.repeat(255)])('%j is not a name', (text) => {
    expect(userNameKey(text)).toBeNull()
  })

  test('maps a key to itself', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const key = userNameKey(text)
        expect(key === null ? null : userNameKey(key)).toBe(key)
      }),
    )
  })
})
