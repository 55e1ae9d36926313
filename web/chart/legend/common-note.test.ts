import { expect, test } from 'vitest'

import type { ComparedFigures } from '#web/chart/data/compared-figures.ts'

import { commonNote, coverageText, stampWord } from './common-note.ts'

function figures(total: number, commonCount: number, counts: readonly number[]): ComparedFigures {
  const curve = { name: 'x', style: 'solid', colourIndex: 0, values: [] } as const
  return {
    total,
    commonCount,
    rows: counts.map((count) => ({ curve, count, statistics: null, error: null })),
  }
}

test('a stamp is an hour, a day of 23 to 25 hours, or a value', () => {
  expect(stampWord([0, 3600])).toBe('hours')
  expect([23, 24, 25].map((hours) => stampWord([0, hours * 3600]))).toEqual(['days', 'days', 'days'])
  expect(stampWord([0, 900])).toBe('values')
  expect(stampWord([0])).toBe('values')
})

test('a curve says which part it covers, unless it covers everything or nothing', () => {
  const all = figures(1192, 153, [153, 1192, 0])
  expect(all.rows.map((row) => coverageText(row, all, 'hours'))).toEqual(['153 of 1,192 hours', null, null])
})

test('a note says what means and errors cover, if that is not everything', () => {
  expect(commonNote(figures(192, 153, [153, 192]), 'hours', true)).toBe(
    'Mean, Bias and MAE cover the 153 of 192 hours that all curves shown have.',
  )
  expect(commonNote(figures(8, 7, [7, 8]), 'days', false)).toBe(
    'Means cover the 7 of 8 days that all curves shown have.',
  )
  expect(commonNote(figures(8, 0, [4, 4]), 'days', false)).toContain('no days in common')
  expect(commonNote(figures(8, 8, [8, 8]), 'days', true)).toBeNull()
  expect(commonNote(figures(8, 4, [4, 0]), 'days', true)).toBeNull()
})
