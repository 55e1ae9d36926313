import { expect, test } from 'vitest'

import { leftOutWords, tsoWords } from './run-words.ts'

test('a copied or missing TSO forecast is named, and a real one needs no words', () => {
  expect(tsoWords({ tsoForecast: 'copied' })).toMatch(/^The TSO publishes no real forecast/)
  expect(tsoWords({ tsoForecast: 'last-published' })).toMatch(/^TSO forecast as last published/)
  expect(tsoWords({ tsoForecast: 'missing' })).toMatch(/published no forecast/)
  expect(tsoWords({ tsoForecast: 'published' })).toBeNull()
})

test('days that are left out are counted, and none need no words', () => {
  expect([0, 1, 2].map(leftOutWords)).toEqual([
    '',
    ', 1 suspicious day left out',
    ', 2 suspicious days left out',
  ])
})
