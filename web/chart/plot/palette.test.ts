import {
  converter,
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  type Color,
  type Rgb,
  wcagContrast,
} from 'culori'
import { describe, expect, test } from 'vitest'

import { curveVariable, PALETTE_SIZE } from './palette.ts'

import chartCss from '#web/chart/chart.css?raw'
import themeCss from '#web/ui/theme/theme.css?raw'

/** CIEDE2000 between any two curves. 2.3 is a just noticeable difference; lines of 2 px need several times that. */
const MIN_DIFFERENCE = { full: 16, deuteranopia: 10, protanopia: 10 }
/** WCAG 1.4.11, graphical objects. */
const MIN_CONTRAST = 3

const VISIONS = ['full', 'deuteranopia', 'protanopia'] as const
type Vision = (typeof VISIONS)[number]

const SIMULATIONS: Readonly<Record<Vision, (colour: Rgb) => Rgb>> = {
  full: (colour) => colour,
  deuteranopia: filterDeficiencyDeuter(1),
  protanopia: filterDeficiencyProt(1),
}
const toLinear = converter('lrgb')
const ciede2000 = differenceCiede2000()

/** The colour as an eye of this vision sees it. The simulation is defined on linear light, the library's filter takes it as it comes. */
function seen(colour: string, vision: Vision): Color {
  const linear = toLinear(colour)
  if (linear === undefined) throw new Error(`${colour} is not a colour`)
  const { r, g, b } = SIMULATIONS[vision]({ ...linear, mode: 'rgb' })
  return { mode: 'lrgb', r: clamp(r), g: clamp(g), b: clamp(b) }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(1, value))
}

/** How far apart two colours look: CIEDE2000, 1 is barely noticed. */
function difference(one: string, other: string, vision: Vision): number {
  return ciede2000(seen(one, vision), seen(other, vision))
}

function valueOf(css: string, theme: string, name: string): string {
  const block = new RegExp(`^${theme.replace('.', '\\.')} \\{([^}]*)\\}`, 'm').exec(css)?.[1] ?? ''
  return new RegExp(`${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? ''
}

describe.each([
  { title: 'light', theme: ':root' },
  { title: 'dark', theme: '.dark' },
])('the $title palette', ({ theme }) => {
  const hexes = Array.from({ length: PALETTE_SIZE }, (_, index) =>
    valueOf(chartCss, theme, curveVariable(index)),
  )

  test('has nine colours, none twice', () => {
    expect(hexes.filter((hex) => /^#[0-9a-f]{6}$/.test(hex))).toHaveLength(9)
    expect(new Set(hexes).size).toBe(9)
  })

  test('stands out from the surface', () => {
    const surface = valueOf(themeCss, theme, '--surface')
    for (const hex of hexes) expect(wcagContrast(hex, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST)
  })

  test.each(VISIONS)('is told apart with %s vision', (vision) => {
    const differences = hexes.flatMap((one, index) =>
      hexes.slice(index + 1).map((other) => difference(one, other, vision)),
    )
    expect(differences).toHaveLength(36)
    expect(Math.min(...differences)).toBeGreaterThanOrEqual(MIN_DIFFERENCE[vision])
  })
})

test('the palette starts over after nine', () => {
  expect(curveVariable(9)).toBe(curveVariable(0))
  expect(curveVariable(19)).toBe(curveVariable(1))
})

test('red and green that full vision tells apart are close for a colour-blind eye', () => {
  expect(difference('#b5651d', '#7a7a1d', 'full')).toBeGreaterThan(20)
  expect(difference('#b5651d', '#7a7a1d', 'deuteranopia')).toBeLessThan(10)
})
