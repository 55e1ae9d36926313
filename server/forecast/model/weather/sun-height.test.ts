import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'

import { sunHeight } from './sun-height.ts'

function hoursOf(day: string, latitude: number, longitude: number): number[] {
  return Array.from({ length: 24 }, (_, hour) =>
    sunHeight({ latitude, longitude }, Date.parse(day) + hour * HOUR_MS),
  )
}

/** Heights at noon from the almanac: 90° − latitude + declination. */
test.each([
  ['2026-06-21', 61.9],
  ['2026-12-21', 15.05],
  ['2026-03-20', 38.5],
])('on %s the sun of Berlin stands %d° high at noon', (day, degrees) => {
  const highest = Math.max(...hoursOf(day, 51.5, 13.4))
  expect((Math.asin(highest) * 180) / Math.PI).toBeCloseTo(degrees, -0.3)
})

test('noon comes an hour later for every 15 degrees to the west', () => {
  const [east, west] = [hoursOf('2026-04-15', 50, 22.5), hoursOf('2026-04-15', 50, 7.5)]
  expect(east.indexOf(Math.max(...east))).toBe(10)
  expect(west.indexOf(Math.max(...west))).toBe(11)
})

test('is 0 at night', () => {
  expect(hoursOf('2026-12-21', 51.5, 13.4).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0])
})
