import { type AreaCode, areaLabel, MEMBER_CODES, membersOf } from '#contract/areas.ts'
import { CURVE_NAMES, sumName } from '#contract/query.ts'
import { type Band, isOwnStamp } from '#web/chart/data/chart-data.ts'
import { areaColour, type Look, SOURCE_LOOKS } from '#web/market/looks.tsx'

import {
  areasOf,
  type DrawnChoices,
  type GraphCurve,
  type GraphData,
  type GraphFilters,
} from './graph-card.ts'

const QUANTITIES = ['actual', 'tso', 'model', 'final'] as const
/** Only these names identify curves of another backend. */
const SPECIFIED = ['actual', 'tso', 'model'] as const

/** Members missing from a sum: `Actual (without MK)`. */
const WITHOUT = / \(without ([^)]*)\)$/

/** Reads the names of an answer that has only names, as specified. */
export function meaningOf(name: string): Pick<GraphCurve, 'kind' | 'area' | 'without'> {
  const area = MEMBER_CODES.find((code) => areaLabel(code) === name)
  const left = WITHOUT.exec(name)?.[1]?.split(', ')
  const without = left && MEMBER_CODES.filter((code) => left.includes(code))
  return { kind: kindOfName(name), ...(area && { area }), ...(without && { without }) }
}

function kindOfName(name: string): GraphCurve['kind'] {
  const [title] = name.split(' (')
  const known = SPECIFIED.find((quantity) => CURVE_NAMES[quantity] === title)
  return known ?? (/forecast/i.test(name) ? 'forecast' : null)
}

export function isActual({ kind }: GraphCurve): boolean {
  return kind === 'actual'
}

export function isForecast({ kind }: Pick<GraphCurve, 'kind'>): boolean {
  return kind === 'tso' || kind === 'model' || kind === 'final' || kind === 'forecast' || kind === 'uploaded'
}

/** A source always looks the same; the others follow in order, with or without values. */
export function looksOf(kinds: readonly GraphCurve['kind'][]): Look[] {
  let next = 0
  let nextUpload = 0
  return kinds.map((kind) => {
    const source = QUANTITIES.find((known) => known === kind)
    if (source !== undefined) return SOURCE_LOOKS[source]
    // As on the model page, which has no other curves in these colours.
    if (kind === 'uploaded') return { style: 'dashed', colourIndex: areaColour(nextUpload++) }
    const look = { style: kind === 'forecast' ? 'dashed' : 'solid', colourIndex: areaColour(next++) } as const
    // Members are thinner than their sum.
    return kind === 'member' ? { ...look, widthPx: 1.25 } : look
  })
}

/** Leaves out forecasts of an earlier period, unless all are requested or there is none. */
export function drawnCurves(curves: readonly GraphCurve[], { hasEarlierForecasts, hasFinal }: DrawnChoices) {
  const hasActual = curves.some((curve) => curve.isEarlier && isActual(curve))
  return curves
    .filter(
      ({ kind }) =>
        kind !== 'p10' && kind !== 'p90' && (hasFinal || (kind !== 'final' && kind !== 'uploaded')),
    )
    .filter((curve) => !curve.isEarlier || hasEarlierForecasts || isActual(curve) || !hasActual)
}

export function bandOf(curves: readonly GraphCurve[]): Band | null {
  const [low, high] = (['p10', 'p90'] as const).map((limit) =>
    curves.find(({ kind, isEarlier }) => kind === limit && !isEarlier),
  )
  if (low === undefined || high === undefined) return null
  return {
    name: `${low.name}–${high.name}`,
    limits: [low.name, high.name],
    colourIndex: SOURCE_LOOKS.final.colourIndex,
    low: low.values,
    high: high.values,
  }
}

export function countExpectedCurves(filters: GraphFilters, { hasEarlierForecasts, hasFinal }: DrawnChoices) {
  const { area, compareWith } = filters
  const members = membersOf(area).length
  const areas = areasOf(filters).length
  if (areas > 1) return areas * (compareWith === 'none' ? 1 : 2)
  const own = (hasFinal ? QUANTITIES : SPECIFIED).length + (members > 1 ? members : 0)
  if (compareWith === 'none') return own
  return hasEarlierForecasts ? own * 2 : own + 1
}

/** The last of repeated stamps counts. */
export const positionsOf = (timesS: readonly number[]): Map<number, number> =>
  new Map(timesS.map((timeS, position) => [timeS, position]))

export function atAllStamps(
  stamped: readonly { positions: ReadonlyMap<number, number>; curves: readonly GraphCurve[] }[],
): GraphData {
  const all = new Set(stamped.flatMap(({ positions }) => [...positions.keys()]))
  const timesS = [...all].toSorted((one, other) => one - other)
  return {
    timesS,
    curves: stamped.flatMap(({ positions, curves }) => {
      const found = timesS.map((timeS) => positions.get(timeS))
      return curves.map((curve) => curveAt(curve, found))
    }),
  }
}

function curveAt(curve: GraphCurve, positions: readonly (number | undefined)[]): GraphCurve {
  const ownStamps = positions.map((position) => position !== undefined && isOwnStamp(curve, position))
  const { ownStamps: _, ...rest } = curve
  return {
    ...rest,
    values: positions.map((position) => (position === undefined ? null : (curve.values[position] ?? null))),
    ...(ownStamps.includes(false) && { ownStamps }),
  }
}

/** One curve per area: actual values, then if requested the forecast. */
export function joinAreas(answers: readonly { area: AreaCode; data: GraphData }[], hasForecast: boolean) {
  return atAllStamps(
    answers.flatMap(({ area, data }, place) => {
      const forecast = hasForecast ? forecastOf(data.curves) : undefined
      // Curves of another backend can be unknown.
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
        colourIndex: areaColour(place),
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

function forecastOf(curves: readonly GraphCurve[]): GraphCurve | undefined {
  const ofKind = (wanted: GraphCurve['kind']) => curves.find(({ kind }) => kind === wanted)
  return ofKind('final') ?? ofKind('tso') ?? curves.find(isForecast)
}
