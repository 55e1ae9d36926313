import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { userNameKey } from './user-name.ts'

describe('userNameKey', () => {
  it.each(['jane.doe', ' Jane.Doe', 'JANE.DOE\t', 'Ｊａｎｅ.doe'])('%j is jane.doe', (spelling) => {
    expect(userNameKey(spelling)).toBe('jane.doe')
  })

  it.each(['', '   ', 'a\u0000b', 'a\nb', 'a\u202eb', 'x'.repeat(65)])('%j is no name', (text) => {
    expect(userNameKey(text)).toBeNull()
  })

  it('is its own key', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const key = userNameKey(text)
        expect(key === null ? null : userNameKey(key)).toBe(key)
      }),
    )
  })
})
