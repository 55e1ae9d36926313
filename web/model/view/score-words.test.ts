import { expect, test } from 'vitest'

import { runOf, SCORES } from '#web/testing/runs.ts'

import { leftOutWords, scoreWords, tsoWords } from './score-words.ts'

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

test.each([
  [{}, true, 'Mean error of the last 28 days: 800 MW (early runs), −20.0% vs TSO.'],
  [{ tsoMaeMw: null }, true, 'Mean error of the last 28 days: 800 MW (early runs).'],
  [{ days: 1 }, true, 'Mean error of the last day: 800 MW (early runs).'],
  [{}, false, 'Mean error of the last 28 days: 800 MW (early runs).'],
  [{ finalMaeMw: null }, true, 'No day of early runs has been scored yet.'],
] as const)(
  'the accuracy in a line compares only what gives a verdict: %o, all made: %o',
  (change, areMade, words) => {
    const scores = { ...SCORES, ...change }
    expect(scoreWords({ run: runOf({ kind: 'early', issuedAt: '' }), scores }, areMade)).toBe(words)
  },
)
