import { membersOf } from '#contract/areas.ts'
import { CURVE_NAMES } from '#contract/query.ts'
import type { GraphCurve, GraphFilters, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

const QUANTITIES = ['actual', 'tso', 'model'] as const

/** What a curve stands for by its name, where the backend does not say so. */
export function kindOfName(name: string): GraphCurve['kind'] {
  for (const quantity of QUANTITIES) {
    const title = CURVE_NAMES[quantity]
    if (name === title || name.startsWith(`${title} (`)) return quantity
  }
  return /forecast/i.test(name) ? 'forecast' : null
}

export function isActual({ kind }: GraphCurve): boolean {
  return kind === 'actual'
}

export function isForecast({ kind }: Pick<GraphCurve, 'kind'>): boolean {
  return kind === 'tso' || kind === 'model' || kind === 'forecast'
}

/**
 * The palette index of every curve of an answer, by position. The three quantities always have the same colour. Other curves are
 * numbered in their order, those of a group after the three, whether or not they have values.
 */
export function colourIndexes(kinds: readonly GraphCurve['kind'][]): number[] {
  const quantities = kinds.map((kind) => QUANTITIES.find((quantity) => quantity === kind))
  let next = quantities.some((quantity) => quantity !== undefined) ? QUANTITIES.length : 0
  return quantities.map((quantity) => (quantity === undefined ? next++ : QUANTITY_COLOURS[quantity]))
}

/**
 * The curves that a card draws. Of the earlier period of a comparison it is the actual only, unless all are asked for or there is
 * no actual.
 */
export function drawnCurves(curves: readonly GraphCurve[], earlier: GraphView['earlier']): GraphCurve[] {
  const hasActual = curves.some((curve) => curve.isEarlier && isActual(curve))
  return curves.filter((curve) => !curve.isEarlier || earlier === 'all' || isActual(curve) || !hasActual)
}

/** How many curves an answer has if nothing is missing: three, one per member of a group, and in a comparison the earlier actual, or all of them twice. */
export function countExpectedCurves(
  { area, compareWith }: GraphFilters,
  { earlier }: Pick<GraphView, 'earlier'>,
): number {
  const members = membersOf(area).length
  const own = QUANTITIES.length + (members > 1 ? members : 0)
  if (compareWith === 'none') return own
  return earlier === 'all' ? own * 2 : own + 1
}

/** The values of a column at other positions; `null` where there is none. */
export function valuesAt(
  values: readonly (number | null)[],
  positions: readonly (number | undefined)[],
): (number | null)[] {
  return positions.map((position) => (position === undefined ? null : (values[position] ?? null)))
}
