import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { freeLabels } from './label-places.ts'

describe('freeLabels', () => {
  test('of two labels that overlap, the one with more room stays', () => {
    const places = [
      { key: 'small', x: 0, y: 0, room: 1 },
      { key: 'large', x: 20, y: 5, room: 9 },
      { key: 'beside', x: 80, y: 5, room: 1 },
      { key: 'below', x: 0, y: 30, room: 1 },
    ]
    expect([...freeLabels(places)].sort()).toEqual(['below', 'beside', 'large'])
  })

  test('keeps no two labels that overlap, and hides none that overlaps nothing', () => {
    const place = fc.record({
      x: fc.integer({ min: 0, max: 300 }),
      y: fc.integer({ min: 0, max: 300 }),
      room: fc.integer({ min: 0, max: 9 }),
    })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 20 }), (drawn) => {
        const places = drawn.map((each, index) => ({ ...each, key: String(index) }))
        const free = freeLabels(places)
        const meets = (a: (typeof places)[number], b: (typeof places)[number]) =>
          a.key !== b.key && Math.abs(a.x - b.x) < 40 && Math.abs(a.y - b.y) < 15
        for (const each of places) {
          const met = places.filter((other) => meets(each, other))
          expect(free.has(each.key)).toBe(!met.some((other) => free.has(other.key)))
        }
      }),
    )
  })
})
