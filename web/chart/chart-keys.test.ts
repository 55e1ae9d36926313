import { describe, expect, test } from 'vitest'

import { movedReading, type ReadingKey } from './chart-keys.ts'

const HOURS = Array.from({ length: 72 }, (_, hour) => hour * 3600)
const ALL = { fromS: 0, toS: 71 * 3600 }

describe('reading moves', () => {
  test.each<[ReadingKey, number | null, number]>([
    ['ArrowRight', null, 0],
    ['ArrowLeft', null, 71],
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 71, 71],
    ['PageDown', 5, 29],
    ['PageUp', 30, 6],
    ['PageUp', 5, 0],
    ['Home', 30, 0],
    ['End', 30, 71],
  ])('%s from %j to %d', (move, from, to) => {
    expect(movedReading(HOURS, ALL, from, move)).toBe(to)
  })

  test('first and last are the ends of the window; steps go beyond it', () => {
    const window = { fromS: 10 * 3600, toS: 20 * 3600 }
    expect(movedReading(HOURS, window, 15, 'Home')).toBe(10)
    expect(movedReading(HOURS, window, 15, 'End')).toBe(20)
    expect(movedReading(HOURS, window, 20, 'ArrowRight')).toBe(21)
  })

  test('the longer step of daily stamps is a week', () => {
    const days = Array.from({ length: 30 }, (_, day) => day * 86_400)
    expect(movedReading(days, { fromS: 0, toS: 29 * 86_400 }, 3, 'PageDown')).toBe(10)
  })

  test('without stamps there is no reading, with one stamp there is one', () => {
    expect(movedReading([], ALL, null, 'ArrowRight')).toBeNull()
    expect(movedReading([60], { fromS: 60, toS: 60 }, 0, 'PageDown')).toBe(0)
  })
})
