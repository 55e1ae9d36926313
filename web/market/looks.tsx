import type { Curve } from '#web/chart/data/chart-data.ts'
import { curveVariable, PALETTE_SIZE } from '#web/chart/plot/palette.ts'

/** A colour of the palette (theme.css) and a line (docs/guide.md), the same on every page. */
export type Look = Pick<Curve, 'style' | 'colourIndex' | 'widthPx'>

/** The specification's palette for the curves of an answer. */
const CYCLE = 9

/** From the tenth curve on, colours repeat with other dashes. */
export const cycledColour = (place: number): number =>
  (place % CYCLE) + Math.floor(place / CYCLE) * PALETTE_SIZE

/** Earlier colours are for actual, TSO and model. */
const FIRST_AREA = 3

export const areaColour = (index: number): number => cycledColour(FIRST_AREA + index)

/** Sources of one quantity. */
export const SOURCE_LOOKS = {
  actual: { style: 'solid', colourIndex: 0 },
  tso: { style: 'dashed', colourIndex: 1 },
  /** Shows on both sides of a final forecast that equals it. */
  model: { style: 'ribbon', colourIndex: 2 },
  final: { style: 'bold', colourIndex: 9 },
} as const satisfies Record<string, Look>

/** Quantities in one chart; a quantity's sources share its colour. */
export const QUANTITY_COLOURS = { load: 10, solar: 11, wind: 12, residual: 13 } as const

export function QuantityMark({ quantity }: { quantity: keyof typeof QUANTITY_COLOURS }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-xs forced-color-adjust-none"
      style={{ background: `var(${curveVariable(QUANTITY_COLOURS[quantity])})` }}
    />
  )
}

/** Another day or quantity than the one shown. */
export const COMPARISON_LOOK = { style: 'dotted', colourIndex: 14 } as const satisfies Look

/** Repeats the comparison's colour with other dots, for both in one chart. */
export const USUAL_COLOUR = COMPARISON_LOOK.colourIndex + PALETTE_SIZE
