import { converter, differenceCiede2000, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'

import { commonScale, ownScale } from '#web/model/view/colour-scale.ts'
import { seen, SIGHTS, valueOf } from '#web/testing/sight.ts'

import { isDeep, SCALE_TONES, STEPS, toneOf, toneVariable } from './glance-rows.ts'
import type { CellTone } from './glance-rows.ts'

import themeCss from '#web/ui/theme.css?raw'
import glanceCss from './glance.css?raw'

describe('a tone', () => {
  test('is the deeper the larger the value, on both sides of zero, and none without a value', () => {
    const tones = [36_000, 9000, 100, 0, -100, -9000, -36_000, null].map((value) =>
      toneOf(value, commonScale(36_000)),
    )
    expect(tones).toEqual(['p5', 'p3', 'p0', 'n0', 'n0', 'n3', 'n5', 'none'])
  })

  test('of a row by its own range tells its lowest hour from its highest', () => {
    const tonesOf = (values: (number | null)[]) => values.map((value) => toneOf(value, ownScale(values)))
    expect(tonesOf([9000, 9010, 9030, null])).toEqual(['p0', 'p2', 'p5', 'none'])
    expect(tonesOf([-300, -200, 0])).toEqual(['n5', 'n4', 'n0'])
    expect(tonesOf([-100, 1000])).toEqual(['n0', 'p5'])
    expect(tonesOf([7, 7])).toEqual(['p0', 'p0'])
    expect(tonesOf([null])).toEqual(['none'])
  })
})

/** CIEDE2000 between neighbours; 2.3 is a just noticeable difference. Cells are areas, not lines. */
const MIN_STEP = 5
/** Between equal steps above and below zero. */
const MIN_DIFFERENCE_OF_SIDES = 15
/** WCAG 1.4.3, text. */
const MIN_CONTRAST = 4.5

/** Largest step of lightness between neighbours ÷ smallest. */
const MAX_UNEVENNESS = 1.25

const toOklab = converter('oklab')
const ciede2000 = differenceCiede2000()

describe.each([
  { title: 'light', theme: ':root' },
  { title: 'dark', theme: '.dark' },
])('the $title scale', ({ theme }) => {
  const colourOf = (tone: Exclude<CellTone, 'none'>) => valueOf(glanceCss, theme, toneVariable(tone))
  const sides = (['p', 'n'] as const).map((side) => STEPS.map((step) => colourOf(`${side}${step}`)))

  test('carries its figures', () => {
    for (const tone of SCALE_TONES) {
      const ink = isDeep(tone)
        ? valueOf(glanceCss, theme, '--glance-deep-ink')
        : valueOf(themeCss, theme, '--ink')
      expect(wcagContrast(colourOf(tone), ink)).toBeGreaterThanOrEqual(MIN_CONTRAST)
    }
  })

  test('has even steps of lightness', () => {
    for (const side of sides) {
      const lightness = side.map((colour) => toOklab(colour)?.l ?? 0)
      const steps = lightness.slice(1).map((l, index) => Math.abs(l - (lightness[index] ?? 0)))
      expect(Math.max(...steps) / Math.min(...steps)).toBeLessThanOrEqual(MAX_UNEVENNESS)
    }
  })

  test.each(SIGHTS)('is ordered by lightness for %s sight', (sight) => {
    for (const side of sides) {
      const lightness = side.map((colour) => toOklab(seen(colour, sight)).l)
      const inOrder = lightness.toSorted((a, b) => (theme === '.dark' ? a - b : b - a))
      expect(lightness).toEqual(inOrder)
    }
  })

  test.each(SIGHTS)('tells its steps and its sides apart for %s sight', (sight) => {
    const difference = (a = '', b = '') => ciede2000(seen(a, sight), seen(b, sight))
    for (const side of sides)
      for (const [index, colour] of side.slice(1).entries())
        expect(difference(colour, side[index])).toBeGreaterThanOrEqual(MIN_STEP)
    const [above, below] = sides
    for (const step of STEPS)
      expect(difference(above?.[step], below?.[step])).toBeGreaterThanOrEqual(MIN_DIFFERENCE_OF_SIDES)
  })
})
