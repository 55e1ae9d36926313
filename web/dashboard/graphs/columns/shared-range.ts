import type { Curve, ValueRange } from '#web/chart/data/chart-data.ts'
import { bandOf, drawnCurves } from '#web/dashboard/graphs/answer/curves.ts'
import type { GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'

type Values = Curve['values']

/** Values never change, and every change of any card asks again. */
const ranges = new WeakMap<Values, ValueRange | null>()

/** From the lowest to the highest value that the cards of one scale draw as curves; `null` without any. */
export function sharedRange(cards: readonly GraphCard[]): ValueRange | null {
  const drawn = cards
    .filter(({ view }) => view.hasSharedScale && view.form === 'curves')
    .flatMap(({ data, view }) => {
      const band = view.hasFinal ? bandOf(data) : null
      const shown = drawnCurves(data, view).filter(({ name }) => !view.hiddenCurves.includes(name))
      return [...shown.map(({ values }) => values), ...(band === null ? [] : [band.low, band.high])]
    })
    .map(rangeOf)
    .filter((range) => range !== null)
  if (drawn.length === 0) return null
  return {
    low: Math.min(...drawn.map(({ low }) => low)),
    high: Math.max(...drawn.map(({ high }) => high)),
  }
}

function rangeOf(values: Values): ValueRange | null {
  const known = ranges.get(values)
  if (known !== undefined) return known
  let [low, high] = [Infinity, -Infinity]
  for (const value of values) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  const range = low <= high ? { low, high } : null
  ranges.set(values, range)
  return range
}
