import type { Curve } from '#web/chart/data/chart-data.ts'
import { curveVariable, PALETTE_SIZE } from '#web/chart/plot/palette.ts'

/** How curves look on every page: a colour by its index in the chart's palette (theme.css), and a line (docs/guide.md). */
export type Look = Pick<Curve, 'style' | 'colourIndex' | 'widthPx'>

/** The specification's palette, through which the curves of an answer go. */
const CYCLE = 9

/** The palette index of a curve by its place in an answer. From the tenth on colours return, with other dashes. */
export const cycledColour = (place: number): number =>
  (place % CYCLE) + Math.floor(place / CYCLE) * PALETTE_SIZE

/** The place in the cycle after those of actual, TSO and model. */
const FIRST_AREA = 3

/** The palette index of one of several areas. */
export const areaColour = (index: number): number => cycledColour(FIRST_AREA + index)

/** Sources of one quantity. */
export const SOURCE_LOOKS = {
  actual: { style: 'solid', colourIndex: 0 },
  tso: { style: 'dashed', colourIndex: 1 },
  model: { style: 'dashdotted', colourIndex: 2 },
  /** Wide, so that it shows beside those that lie on it. */
  final: { style: 'solid', colourIndex: 9, widthPx: 5 },
} as const satisfies Record<string, Look>

/** Quantities in one chart. Each source of a quantity has its hue. */
export const QUANTITY_COLOURS = { load: 10, solar: 11, wind: 12, residual: 13 } as const

/** The colour of a quantity, before its name. */
export function QuantityMark({ quantity }: { quantity: keyof typeof QUANTITY_COLOURS }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-xs forced-color-adjust-none"
      style={{ background: `var(${curveVariable(QUANTITY_COLOURS[quantity])})` }}
    />
  )
}

/** Curves of another day or quantity than the one shown: a grey line with dots. */
export const COMPARISON_LOOK = { style: 'dotted', colourIndex: 14 } as const satisfies Look

/** The usual range, with other dots than a comparison in the same chart. */
export const USUAL_COLOUR = COMPARISON_LOOK.colourIndex + PALETTE_SIZE
