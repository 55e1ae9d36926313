import { type AreaCode, areaLabel } from '#contract/areas.ts'
import { sumName } from '#contract/query.ts'
import { isOwnStamp } from '#web/chart/data/chart-data.ts'
import type { GraphCurve, GraphData } from '#web/dashboard/graphs/store/graph-card.ts'

import { atAllStamps, isActual, isForecast, positionsOf } from './curves.ts'

/**
 * The answers for several areas as one: a curve for each, of what was measured and after that of the forecast. Of an earlier period
 * nothing is forecast.
 */
export function joinAreas(
  answers: readonly { area: AreaCode; data: GraphData }[],
  hasForecast: boolean,
): GraphData {
  return atAllStamps(
    answers.flatMap(({ area, data }, colourIndex) => {
      const forecast = hasForecast ? forecastOf(data.curves) : undefined
      // A foreign backend's curves may stand for nothing that is known.
      const actual = data.curves.find(isActual) ?? (forecast === undefined ? data.curves[0] : undefined)
      const named = actual ?? forecast
      if (named === undefined) return []
      const [measured, expected] = [actual?.values ?? [], forecast?.values ?? []]
      const last = measured.findLastIndex((value) => value !== null)
      const fromS = data.timesS[expected.findIndex((value, index) => index > last && value !== null)]
      const name = sumName(areaLabel(area), named.without ?? [])
      const curve: GraphCurve = {
        name,
        ownName: name,
        kind: null,
        isEarlier: false,
        style: 'solid',
        colourIndex,
        values: data.timesS.map((_, index) => (index > last ? expected : measured)[index] ?? null),
        ownStamps: data.timesS.map((_, index) =>
          isOwnStamp((index > last ? forecast : actual) ?? named, index),
        ),
        ...(forecast !== undefined && fromS !== undefined && { forecast: { name: forecast.ownName, fromS } }),
      }
      return [{ positions: positionsOf(data.timesS), curves: [curve] }]
    }),
  )
}

/** The final forecast, or else the TSO's, or any. */
function forecastOf(curves: readonly GraphCurve[]): GraphCurve | undefined {
  const ofKind = (wanted: GraphCurve['kind']) => curves.find(({ kind }) => kind === wanted)
  return ofKind('final') ?? ofKind('tso') ?? curves.find(isForecast)
}
