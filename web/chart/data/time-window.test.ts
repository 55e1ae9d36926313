import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  curveStatistics,
  fullWindow,
  nearestIndex,
  onStamps,
  scaledWindow,
  shownZoom,
  windowWith,
} from './time-window.ts'

const HOURS = Array.from({ length: 25 }, (_, hour) => hour * 3600)
const stamps = fc
  .uniqueArray(fc.integer({ min: 0, max: 100_000 }), { minLength: 3, maxLength: 60 })
  .map((times) => times.sort((a, b) => a - b))

test('the nearest index is the nearest of all', () => {
  expect(nearestIndex([], 5)).toBeNull()
  expect(nearestIndex([10, 20], 15)).toBe(0)
  fc.assert(
    fc.property(stamps, fc.integer({ min: -1000, max: 101_000 }), (times, timeS) => {
      const index = nearestIndex(times, timeS) ?? -1
      const distances = times.map((stamp) => Math.abs(stamp - timeS))
      expect(distances[index]).toBe(Math.min(...distances))
    }),
  )
})

test('the full window goes from the first to the last stamp', () => {
  expect(fullWindow(HOURS)).toEqual({ fromS: 0, toS: 86_400 })
  expect(fullWindow([7])).toEqual({ fromS: 7, toS: 7 })
  expect(fullWindow([])).toBeNull()
})

test.each([
  ['none', null, null],
  ['inside', { fromS: 3600, toS: 36_000 }, { fromS: 3600, toS: 36_000 }],
  ['half outside', { fromS: -50, toS: 36_000 }, { fromS: 0, toS: 36_000 }],
  ['all of it and more', { fromS: -50, toS: 99_999 }, null],
  ['elsewhere', { fromS: 90_000, toS: 99_000 }, null],
  ['too close', { fromS: 3600, toS: 7200 }, null],
  ['reversed', { fromS: 36_000, toS: 3600 }, null],
  ['not a number', { fromS: NaN, toS: 3600 }, null],
])('a requested zoom %s', (_title, wish, shown) => {
  expect(shownZoom(HOURS, wish)).toEqual(shown)
})

describe('zooming', () => {
  test('in keeps the moment at its place, and out again shows everything', () => {
    const closer = scaledWindow(HOURS, { fromS: 0, toS: 86_400 }, 0.5, 21_600)
    expect(closer).toEqual({ fromS: 10_800, toS: 54_000 })
    expect(closer && scaledWindow(HOURS, closer, 2, 21_600)).toBeNull()
  })

  test('in and out again comes back to the same window, wherever the moment is', () => {
    fc.assert(
      fc.property(stamps, fc.nat({ max: 59 }), (times, index) => {
        const aroundS = times[index % times.length] ?? 0
        const window = fullWindow(times) ?? { fromS: 0, toS: 0 }
        const closer = scaledWindow(times, window, 0.5, aroundS) ?? window
        expect(scaledWindow(times, closer, 2, aroundS)).toBeNull()
      }),
    )
  })

  test('in stops at two steps', () => {
    let window = { fromS: 0, toS: 86_400 }
    for (let round = 0; round < 20; round++) window = scaledWindow(HOURS, window, 0.5, 43_200) ?? window
    expect(window.toS - window.fromS).toBeGreaterThanOrEqual(2 * 3600)
    expect(window.toS - window.fromS).toBeLessThan(4 * 3600)
  })

  test('any window by any factor shows at least two steps inside the stamps', () => {
    fc.assert(
      fc.property(
        stamps,
        fc.double({ min: 0.1, max: 8, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (times, factor, share) => {
          const window = fullWindow(times) ?? { fromS: 0, toS: 0 }
          const scaled =
            scaledWindow(times, window, factor, window.fromS + share * (window.toS - window.fromS)) ?? window
          expect(times).toContain(scaled.fromS)
          expect(times).toContain(scaled.toS)
          expect(times.indexOf(scaled.toS) - times.indexOf(scaled.fromS)).toBeGreaterThanOrEqual(2)
        },
      ),
    )
  })
})

test('a window moves just far enough to contain a moment', () => {
  const window = { fromS: 18_000, toS: 36_000 }
  expect(windowWith(HOURS, window, 20_000)).toBe(window)
  expect(windowWith(HOURS, window, 39_600)).toEqual({ fromS: 21_600, toS: 39_600 })
  expect(windowWith(HOURS, window, 0)).toEqual({ fromS: 0, toS: 18_000 })
  expect(windowWith(HOURS, null, 0)).toBeNull()
})

test('a dragged span ends at the nearest stamps', () => {
  expect(onStamps(HOURS, { fromS: 3000, toS: 11_000 })).toEqual({ fromS: 3600, toS: 10_800 })
})

const TIMES = [10, 20, 30, 40, 50]

test('only values inside the window count, both ends included', () => {
  expect(curveStatistics(TIMES, [100, 1, 2, 3, 100], { fromS: 20, toS: 40 })).toMatchObject({
    min: 1,
    mean: 2,
    max: 3,
    last: 3,
  })
  expect(curveStatistics(TIMES, [1, null, null, null, 1], { fromS: 20, toS: 40 })).toBeNull()
})

test('agrees with sorting and summing', () => {
  const someValues = fc
    .array(fc.option(fc.integer({ min: -1000, max: 1000 })))
    .filter((values) => values.some((value) => value !== null))
  fc.assert(
    fc.property(someValues, (values) => {
      const present = values.filter((value) => value !== null)
      const times = values.map((_, index) => index)
      const statistics = curveStatistics(times, values, null)
      expect(statistics).toMatchObject({
        min: Math.min(...present),
        max: Math.max(...present),
        last: present.at(-1),
        lastTimeS: values.findLastIndex((value) => value !== null),
        minTimeS: values.indexOf(Math.min(...present)),
        maxTimeS: values.indexOf(Math.max(...present)),
      })
      expect(statistics?.mean).toBeCloseTo(present.reduce((sum, value) => sum + value, 0) / present.length, 9)
    }),
  )
})
