import { queryOptions } from '@tanstack/react-query'

import { readSeriesRows } from '#web/api/forecasts.ts'
import type { GraphCurve, GraphData, GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

import { daysOf } from './query-body.ts'

/** What residual load is made of, and what they leave. */
const QUANTITIES = [
  { quantity: 'load', name: 'Load', colourIndex: QUANTITY_COLOURS.load },
  { quantity: 'solar', name: 'Solar', colourIndex: QUANTITY_COLOURS.solar },
  { quantity: 'wind', name: 'Wind', colourIndex: QUANTITY_COLOURS.wind },
  { quantity: 'residual', name: 'Residual load', colourIndex: QUANTITY_COLOURS.final },
] as const
const KINDS = [
  { kind: 'actual', word: '', style: 'solid', widthPx: 2 },
  { kind: 'tso', word: ', TSO forecast', style: 'dashed', widthPx: 1.5 },
  { kind: 'final', word: ', final forecast', style: 'dotted', widthPx: 2 },
] as const

/** The parts of a card's area over its days, as curves; null from a foreign backend. Rejects with an `ApiError`. */
export async function readParts(filters: GraphFilters, signal?: AbortSignal): Promise<GraphData | null> {
  const { area, timerange: frequency } = filters
  const kind = KINDS.map((known) => known.kind).join(',')
  let timesS: number[] = []
  const curves: GraphCurve[] = []
  // One after the other: a user has only so many answers at a time.
  for (const { quantity, name, colourIndex } of QUANTITIES) {
    const rows = await readSeriesRows({ area, quantity, kind, frequency, ...daysOf(filters) }, signal)
    if (rows === null) return null
    for (const { kind, word, ...look } of KINDS) {
      const own = rows.filter((row) => row.kind === kind)
      timesS = own.map(({ time_utc }) => Date.parse(time_utc) / 1000)
      const values = own.map(({ power_mw }) => power_mw)
      if (values.every((value) => value === null)) continue
      const of = { kind, isEarlier: false, ownName: name + word, name: name + word }
      curves.push({ ...of, ...look, colourIndex, values })
    }
  }
  return { timesS, curves }
}

export const partsQuery = (filters: GraphFilters) =>
  queryOptions({
    queryKey: ['parts', filters.area, filters.timerange, filters.dateFrom, filters.dateTo],
    queryFn: ({ signal }) => readParts(filters, signal),
  })
