import type { GraphCurve } from '#web/dashboard/graphs/store/graph-card.ts'

import { colourIndexes } from './curve-colours.ts'
import { isForecastName } from './curve-roles.ts'

/**
 * The curves of an answer that have values, with what they come from. One without values keeps its number, so that it does not
 * change the colours of the others.
 */
export function presentCurves<From extends { name: string }>(
  named: readonly From[],
  hasValues: (from: From) => boolean,
): { curve: GraphCurve; from: From }[] {
  const colours = colourIndexes(named.map(({ name }) => name))
  return named
    .map((from, index) => ({ curve: createCurve(from.name, colours[index] ?? index), from }))
    .filter(({ from }) => hasValues(from))
}

function createCurve(name: string, colourIndex: number): GraphCurve {
  return { name, style: isForecastName(name) ? 'dashed' : 'solid', colourIndex }
}
