import { wcagLuminance } from 'culori'
import { expect, test } from 'vitest'

import { rangeOf } from '#web/chart/data/chart-data.ts'
import { seen, SIGHTS } from '#web/testing/sight.ts'

import { HEAT_COLOURS, heatStep, needsDarkMark } from './draw-heat.ts'

test.each(SIGHTS)('colours are ordered by lightness for %s sight', (sight) => {
  // Every eighth colour: between neighbours rounding to whole channels can outweigh the step.
  const luminances = HEAT_COLOURS.filter((_colour, step) => step % 8 === 0).map((colour) =>
    wcagLuminance(seen(colour, sight)),
  )
  expect(luminances.length).toBe(32)
  for (const [index, luminance] of luminances.entries())
    expect(luminance, `colour ${index}`).toBeGreaterThan(luminances[index - 1] ?? -1)
})

test('a mark stands out from every colour', () => {
  for (const [step, colour] of HEAT_COLOURS.entries()) {
    const luminance = wcagLuminance(colour)
    const mark = needsDarkMark(step) ? 0 : 1
    const [dark = 0, light = 0] = [luminance, mark].toSorted((one, other) => one - other)
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3)
  }
})

test('a scale reaches from the lowest to the highest value', () => {
  expect(rangeOf([3, null, -2, 8])).toEqual({ low: -2, high: 8 })
  expect(rangeOf([null])).toBeNull()
  const steps = (isDark: boolean) => [-2, 3, 8].map((value) => heatStep(value, { low: -2, high: 8 }, isDark))
  // Larger values contrast more with the ground: light in the dark theme, dark in the light theme.
  expect(steps(true)).toEqual([0, 128, 255])
  expect(steps(false)).toEqual([255, 127, 0])
  expect(heatStep(5, { low: 5, high: 5 }, true)).toBe(128)
})
