import { converter, differenceEuclidean, wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'

import { curveVariable } from '#web/chart/plot/palette.ts'
import { seen, SIGHTS, valueOf } from '#web/testing/sight.ts'

import { areaColour, COMPARISON_LOOK, cycledColour, QUANTITY_COLOURS, SOURCE_LOOKS } from './looks.tsx'

import themeCss from '#web/ui/theme.css?raw'

/** OKLab × 100, between any two colours of one chart. A just noticeable difference is about 2. */
const MIN_DISTANCE = 10
/** Charts with areas have eleven colours. A search over OKLCH reached 7 to 8 without one kind of cone if areas have six different hues, otherwise 9. */
const MIN_DISTANCE_OF_AREAS = { full: 12, other: 7.1 }
/** OKLCH. As thin lines, darker colours look black, and lighter ones white in the dark theme. */
const LIGHTNESS: Readonly<Record<string, readonly [number, number]>> = {
  ':root': [0.48, 0.62],
  '.dark': [0.6, 0.82],
}
/** Between any two colours, for full colour vision: no colour has two meanings. */
const MIN_DISTANCE_OF_MEANINGS = 8
/** WCAG 1.4.11, graphical objects. */
const MIN_CONTRAST = 3
/** Degrees of hue in OKLCH between the themes; greys are exempt. */
const MAX_TURN = 30
const MIN_CHROMA = 0.03

const toOklch = converter('oklch')
const oklab = differenceEuclidean('oklab')

const colourOf = (theme: string, index: number) => valueOf(themeCss, theme, curveVariable(index))
const sources = [...Object.values(SOURCE_LOOKS), COMPARISON_LOOK].map(({ colourIndex }) => colourIndex)
const areas = [0, 1, 2, 3, 4, 5].map(areaColour)
const quantities = Object.values(QUANTITY_COLOURS)
const all = [...sources, ...areas, ...quantities]

function closest(theme: string, indexes: readonly number[], sight: string): number {
  const colours = indexes.map((index) => seen(colourOf(theme, index), sight))
  return (
    100 * Math.min(...colours.flatMap((one, at) => colours.slice(at + 1).map((other) => oklab(one, other))))
  )
}

describe.each([
  { title: 'light', theme: ':root' },
  { title: 'dark', theme: '.dark' },
])('the colours of curves, $title', ({ theme }) => {
  test.each(SIGHTS)('are told apart in one chart with %s sight', (sight) => {
    const least = MIN_DISTANCE_OF_AREAS[sight === 'full' ? 'full' : 'other']
    expect(closest(theme, [...sources, ...areas], sight)).toBeGreaterThanOrEqual(least)
    expect(closest(theme, sources, sight)).toBeGreaterThanOrEqual(MIN_DISTANCE)
    expect(closest(theme, quantities, sight)).toBeGreaterThanOrEqual(MIN_DISTANCE)
  })

  test('of areas have a medium lightness', () => {
    const [least = 0, most = 0] = LIGHTNESS[theme] ?? []
    for (const index of areas) {
      const { l } = toOklch(colourOf(theme, index)) ?? { l: 0 }
      expect(l).toBeGreaterThanOrEqual(least - 0.005)
      expect(l).toBeLessThanOrEqual(most + 0.005)
    }
  })

  test('mean one thing each, and stand out from the surface', () => {
    expect(new Set(all).size).toBe(15)
    expect(closest(theme, all, 'full')).toBeGreaterThanOrEqual(MIN_DISTANCE_OF_MEANINGS)
    for (const index of all)
      expect(
        wcagContrast(colourOf(theme, index), valueOf(themeCss, theme, '--surface')),
      ).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })
})

test('a source and a quantity keep their hue from theme to theme', () => {
  for (const index of [...sources, ...quantities]) {
    const [light, dark] = [':root', '.dark'].map((theme) => toOklch(colourOf(theme, index)))
    if (Math.min(light?.c ?? 0, dark?.c ?? 0) < MIN_CHROMA) continue
    const turn = Math.abs((light?.h ?? NaN) - (dark?.h ?? NaN))
    expect(Math.min(turn, 360 - turn)).toBeLessThanOrEqual(MAX_TURN)
  }
})

test('curves go through nine colours, which return with other dashes @§2.3-14 @§9-5', () => {
  const places = Array.from({ length: 20 }, (_, place) => cycledColour(place))
  expect(places.slice(0, 9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  expect(places.map(curveVariable)).toEqual(places.map((_, place) => `--curve-${place % 9}`))
  expect(new Set(places).size).toBe(20)
})
