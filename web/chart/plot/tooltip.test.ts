import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { tooltipLeftPx } from './tooltip.ts'

test('a tooltip is beside the crosshair, on the side of the middle', () => {
  expect(tooltipLeftPx(100, 200, 1000)).toBe(114)
  expect(tooltipLeftPx(900, 200, 1000)).toBe(686)
})

test('it never leaves its host, however narrow that is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 0, max: 1000 }), (crosshair, room) => {
      const tooltip = 256
      const host = tooltip + room
      const left = tooltipLeftPx(Math.min(crosshair, host), tooltip, host)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left + tooltip).toBeLessThanOrEqual(host)
    }),
  )
})
