import { describe, expect, test } from 'vitest'

import { commandOf, movedReading, type ReadingMove } from './chart-keys.ts'

const HOURS = Array.from({ length: 72 }, (_, hour) => hour * 3600)
const ALL = { fromS: 0, toS: 71 * 3600 }
const PLAIN = { ctrlKey: false, metaKey: false, altKey: false }

test('keys with a modifier and unknown keys are left to the browser', () => {
  expect(commandOf({ key: 'ArrowRight', ...PLAIN })).toEqual({ kind: 'read', move: 'next' })
  expect(commandOf({ key: '0', ...PLAIN, ctrlKey: true })).toBeNull()
  expect(commandOf({ key: 'ArrowLeft', ...PLAIN, altKey: true })).toBeNull()
  expect(commandOf({ key: 'ArrowDown', ...PLAIN })).toBeNull()
  expect(commandOf({ key: 'toString', ...PLAIN })).toBeNull()
})

describe('reading moves', () => {
  test.each<[ReadingMove, number | null, number]>([
    ['next', null, 0],
    ['previous', null, 71],
    ['next', 5, 6],
    ['previous', 5, 4],
    ['previous', 0, 0],
    ['next', 71, 71],
    ['later', 5, 29],
    ['earlier', 30, 6],
    ['earlier', 5, 0],
    ['first', 30, 0],
    ['last', 30, 71],
  ])('%s from %j to %d', (move, from, to) => {
    expect(movedReading(HOURS, ALL, from, move)).toBe(to)
  })

  test('first and last are the ends of the window; steps go beyond it', () => {
    const window = { fromS: 10 * 3600, toS: 20 * 3600 }
    expect(movedReading(HOURS, window, 15, 'first')).toBe(10)
    expect(movedReading(HOURS, window, 15, 'last')).toBe(20)
    expect(movedReading(HOURS, window, 20, 'next')).toBe(21)
  })

  test('the longer step of daily stamps is a week', () => {
    const days = Array.from({ length: 30 }, (_, day) => day * 86_400)
    expect(movedReading(days, { fromS: 0, toS: 29 * 86_400 }, 3, 'later')).toBe(10)
  })

  test('without stamps there is no reading, with one stamp there is one', () => {
    expect(movedReading([], ALL, null, 'next')).toBeNull()
    expect(movedReading([60], { fromS: 60, toS: 60 }, 0, 'later')).toBe(0)
  })
})
