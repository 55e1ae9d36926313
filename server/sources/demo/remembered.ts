import { LRUCache } from 'lru-cache'

import type { Ticks } from './noise.ts'

/** Actual values and forecasts of the same months are made one after the other. */
const REMEMBERED = 8

/** A function of a name and ticks that remembers its last results, and gives each caller a copy. */
export function remembered<Named>(
  nameOf: (named: Named) => string,
  compute: (named: Named, ticks: Ticks) => Float64Array,
): (named: Named, ticks: Ticks) => Float64Array {
  const results = new LRUCache<string, Float64Array>({ max: REMEMBERED })
  return (named, ticks) => {
    const key = [nameOf(named), ticks.fromUtc, ticks.stepMs, ticks.count].join(' ')
    const values = results.get(key) ?? compute(named, ticks)
    results.set(key, values)
    return values.slice()
  }
}
