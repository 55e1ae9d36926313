import { expect, test } from 'vitest'

import { createDownloadLimit } from './answer-rows.ts'

test('a user has four downloads at a time, and another when one of them has ended', () => {
  const begin = createDownloadLimit()
  const ends = [1, 2, 3, 4].map(() => begin(7))
  const sentence = 'You have 4 downloads under way; wait until one of them has ended.'
  expect(() => begin(7)).toThrow(sentence)
  begin(8)
  ends[0]?.()
  ends[0]?.()
  begin(7)
  expect(() => begin(7)).toThrow(sentence)
})
