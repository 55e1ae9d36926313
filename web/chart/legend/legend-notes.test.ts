import { expect, test } from 'vitest'

import { curveOf } from '#web/testing/curves.ts'

import { commonNote, gapNote, stampWord } from './legend-notes.ts'

test('a stamp is a quarter hour, an hour, a day of 23 to 25 hours, or a value', () => {
  expect(stampWord([0, 3600])).toBe('hours')
  expect([23, 24, 25].map((hours) => stampWord([0, hours * 3600]))).toEqual(['days', 'days', 'days'])
  expect(stampWord([0, 900])).toBe('quarter hours')
  expect(stampWord([0, 1800])).toBe('values')
  expect(stampWord([0])).toBe('values')
})

test('a note says which curves lack values between their own, and where, and nothing of how far they reach', () => {
  const note = (...curves: (number | null)[][]) =>
    gapNote(
      {
        timesS: [0, 1, 2, 3, 4, 5].map((hour) => hour * 3600),
        curves: curves.map((values, index) => curveOf(`Curve ${index + 1}`, values)),
      },
      [0, 1, 2, 3, 4, 5],
      (timeS) => `${timeS / 3600}:00`,
    )
  const gap = [1, null, 3, null, 5, 6]
  expect(note([null, 2, 3, 4, null, null], [null, null, null, null, null, null])).toBeNull()
  expect(note([1, 2, null, 4, 5, 6])).toBe('Curve 1 is missing 1 hour, 2:00.')
  expect(note([1, 2, 3, 4, 5, 6], gap)).toBe('Curve 2 is missing 2 hours between 1:00 and 3:00.')
  expect(note(gap, gap, gap, gap)).toMatch(/; Curve 3 is missing 2 hours [^;]*; 1 more curve has gaps\.$/)
})

test('a note says what errors cover, if some curve has more', () => {
  const note = (mostCount: number, commonCount: number) => commonNote({ mostCount, commonCount }, 'days')
  expect(note(192, 153)).toBe('All figures are for the 153 days that every curve has.')
  expect(note(8, 0)).toBe(
    'The curves shown have no days in common. Hide one to see the figures of the other.',
  )
  expect(note(8, 8)).toBeNull()
})
