import { CURVE_NAMES } from '#contract/query.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

/** Members of a group come after the three quantities. */
const FIRST_FREE = Object.keys(CURVE_NAMES).length

/**
 * The palette index of every curve of an answer, by position. The three quantities always have the same colour, also where
 * a name goes on as in `Actual (without MK)`. Other curves are numbered in their order, whether or not they have values.
 */
export function colourIndexes(names: readonly string[]): number[] {
  const quantities = names.map(quantityColour)
  let next = quantities.some((colour) => colour !== null) ? FIRST_FREE : 0
  return quantities.map((colour) => colour ?? next++)
}

function quantityColour(name: string): number | null {
  for (const quantity of ['actual', 'tso', 'model'] as const) {
    const title = CURVE_NAMES[quantity]
    if (name === title || name.startsWith(`${title} (`)) return QUANTITY_COLOURS[quantity]
  }
  return null
}
