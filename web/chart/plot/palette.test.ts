import { describe, expect, test } from 'vitest'
import themeCss from '#web/ui/theme.css?raw'
import chartCss from '#web/chart/chart.css?raw'
import { ciede2000, contrast, difference, parseColour, VISIONS } from './colour-vision.ts'
import { curveVariable, PALETTE_SIZE } from './palette.ts'

/** CIEDE2000 between any two curves. 2.3 is a just noticeable difference; lines of 2 px need several times that. */
const LEAST_DIFFERENCE = { full: 16, deuteranopia: 10, protanopia: 10 }
/** WCAG 1.4.11, graphical objects. */
const LEAST_CONTRAST = 3

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
  const colours = hexes.map(parseColour)

  test('has nine colours, none twice', () => {
    expect(hexes.filter((hex) => /^#[0-9a-f]{6}$/.test(hex))).toHaveLength(9)
    expect(new Set(hexes).size).toBe(9)
  })

  test('stands out from the surface', () => {
    const surface = parseColour(valueOf(themeCss, theme, '--surface'))
    for (const colour of colours) expect(contrast(colour, surface)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  })

  test.each(VISIONS)('is told apart with %s vision', (vision) => {
    const differences = colours.flatMap((one, index) =>
      colours.slice(index + 1).map((other) => difference(one, other, vision)),
    )
    expect(differences).toHaveLength(36)
    expect(Math.min(...differences)).toBeGreaterThanOrEqual(LEAST_DIFFERENCE[vision])
  })
})

test('the palette starts over after nine', () => {
  expect(curveVariable(9)).toBe(curveVariable(0))
  expect(curveVariable(19)).toBe(curveVariable(1))
})

describe('the measures', () => {
  test.each([
    // Pairs 1, 7, 9 and 17 of the table by Sharma, Wu and Dalal.
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
  ] as const)('CIEDE2000 of %j and %j is %d', (one, other, expected) => {
    expect(ciede2000(one, other)).toBeCloseTo(expected, 4)
    expect(ciede2000(other, one)).toBeCloseTo(expected, 4)
  })

  test('black on white is 21 : 1', () => {
    expect(contrast(parseColour('#000000'), parseColour('#ffffff'))).toBeCloseTo(21, 5)
  })

  test('red and green that differ for a full eye are close for a colour-blind one', () => {
    const [red, green] = [parseColour('#b5651d'), parseColour('#7a7a1d')]
    expect(difference(red, green, 'full')).toBeGreaterThan(20)
    expect(difference(red, green, 'deuteranopia')).toBeLessThan(10)
  })
})
