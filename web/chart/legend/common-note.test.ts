import { expect, test } from 'vitest'

import { commonNote, coverageNote, coverageText, stampWord } from './common-note.ts'

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

test('what curves cover is said once', () => {
  const note = (...rows: ['solid' | 'dashed', number][]) =>
    coverageNote(
      rows.map(([style, count], index) => ({ curve: { name: `Curve ${index + 1}`, style }, count })),
      8,
      'hours',
    )
  expect(note(['solid', 6], ['solid', 6], ['dashed', 6])).toBe('All curves cover 6 of 8 hours.')
  expect(note(['solid', 6], ['dashed', 8], ['solid', 6], ['solid', 0])).toBe(
    'Measured curves cover 6 of 8 hours.',
  )
  expect(note(['solid', 6], ['dashed', 8])).toBe('Curve 1 covers 6 of 8 hours.')
  expect(note(['solid', 8], ['dashed', 2], ['dashed', 6])).toBe('Some curves cover 2 to 6 of 8 hours.')
  expect(note(['solid', 8], ['dashed', 2], ['dashed', 2])).toBe('Some curves cover 2 of 8 hours.')
  expect(note(['solid', 8], ['solid', 8], ['dashed', 0])).toBeNull()
})

test('a note says what errors cover, if that is not everything', () => {
  const note = (total: number, commonCount: number, ...counts: number[]) =>
    commonNote({ rows: counts.map((count) => ({ count })), total, commonCount }, 'days')
  expect(note(192, 153, 153, 192)).toBe('All figures cover the 153 of 192 days that all curves shown have.')
  expect(note(8, 0, 4, 4)).toBe(
    'The curves shown have no days in common: hide one of them to see the figures of the other.',
  )
  expect(note(8, 8, 8, 8)).toBeNull()
  expect(note(8, 4, 4, 0)).toBeNull()
})
