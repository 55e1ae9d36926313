import { expect, test } from 'vitest'

import { commonNote, coverage, coverageText, stampWord } from './common-note.ts'

const MEANS = ['Means cover', 'each mean covers its own'] as const

test('a stamp is a quarter hour, an hour, a day of 23 to 25 hours, or a value', () => {
  expect(stampWord([0, 3600])).toBe('hours')
  expect([23, 24, 25].map((hours) => stampWord([0, hours * 3600]))).toEqual(['days', 'days', 'days'])
  expect(stampWord([0, 900])).toBe('quarter hours')
  expect(stampWord([0, 1800])).toBe('values')
  expect(stampWord([0])).toBe('values')
})

test('a curve says which part it covers, unless it covers everything or nothing', () => {
  expect([153, 1192, 0].map((count) => coverageText(count, 1192, 'hours'))).toEqual([
    '153 of 1,192 hours',
    null,
    null,
  ])
})

test('what all curves or all measured ones cover is said once', () => {
  const rows = (...curves: ['solid' | 'dashed', number][]) =>
    coverage(
      curves.map(([style, count]) => ({ curve: { style }, count })),
      8,
      'hours',
    )
  expect(rows(['solid', 6], ['solid', 6], ['dashed', 6])).toEqual({
    coverages: [null, null, null],
    note: 'All curves cover 6 of 8 hours.',
  })
  expect(rows(['solid', 6], ['dashed', 2], ['solid', 6], ['solid', 0])).toEqual({
    coverages: [null, '2 of 8 hours', null, null],
    note: 'Measured curves cover 6 of 8 hours.',
  })
  expect(rows(['solid', 6], ['dashed', 8], ['solid', 5])).toEqual({
    coverages: ['6 of 8 hours', null, '5 of 8 hours'],
    note: null,
  })
  expect(rows(['solid', 8], ['dashed', 2]).note).toBeNull()
  expect(rows(['solid', 8], ['solid', 8])).toEqual({ coverages: [null, null], note: null })
})

test('a note says what means and errors cover, if that is not everything', () => {
  const partly = { total: 192, commonCount: 153, counts: [153, 192] }
  expect(commonNote(partly, 'hours', 'Mean, Bias and MAE cover', '')).toBe(
    'Mean, Bias and MAE cover the 153 of 192 hours that all curves shown have.',
  )
  const of8 = (commonCount: number, counts: number[]) =>
    commonNote({ total: 8, commonCount, counts }, 'days', ...MEANS)
  expect(of8(7, [7, 8])).toBe('Means cover the 7 of 8 days that all curves shown have.')
  expect(of8(0, [4, 4])).toBe('The curves shown have no days in common: each mean covers its own.')
  expect(of8(8, [8, 8])).toBeNull()
  expect(of8(4, [4, 0])).toBeNull()
})
