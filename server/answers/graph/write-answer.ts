import type { QueryColumns } from '#contract/query.ts'
import { toStamp } from '#contract/time.ts'
import { toPower } from '#server/series/power.ts'

/** MW, NaN for missing. */
export interface Curve extends Omit<QueryColumns['curves'][number], 'powerMw'> {
  powerMw: Float64Array
}

const isPresent = (powerMw: number) => !Number.isNaN(powerMw)

/** `first > last` without any value. */
function presentSpan(powerMw: Float64Array): { first: number; last: number } {
  const last = powerMw.findLastIndex(isPresent)
  return { first: last === -1 ? 0 : powerMw.findIndex(isPresent), last }
}

/**
 * The specified JSON, from each curve's first to its last value. A piece per curve, since a year of a group
 * takes 0.1 s.
 */
export function* writeCurves(curves: readonly Curve[], stamps: readonly number[]): Generator<string> {
  const keys = stamps.map(toStamp)
  for (const [place, { name, powerMw }] of curves.entries()) {
    const { first, last } = presentSpan(powerMw)
    const data = [...powerMw.subarray(first, last + 1)].map((value, index) => [
      keys[first + index],
      toPower(value),
    ])
    const text = JSON.stringify({ data: Object.fromEntries(data) })
    yield `${place === 0 ? '{' : ','}${JSON.stringify(name)}:${text}`
  }
  yield curves.length === 0 ? '{}' : '}'
}

export function* writeColumns(curves: readonly Curve[], stamps: readonly number[]): Generator<string> {
  const spans = curves.map(({ powerMw }) => presentSpan(powerMw))
  const held = [...stamps.keys()].filter((index) =>
    spans.some(({ first, last }) => first <= index && index <= last),
  )
  const columns: QueryColumns = {
    timesS: held.map((index) => (stamps[index] ?? 0) / 1000),
    curves: curves.map(({ powerMw, ...meaning }) => ({
      ...meaning,
      powerMw: powerMw.some(isPresent) ? held.map((index) => toPower(powerMw[index] ?? NaN)) : [],
    })),
  }
  yield JSON.stringify(columns)
}
