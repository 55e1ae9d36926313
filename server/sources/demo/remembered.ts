import { LRUCache } from 'lru-cache'

import type { Ticks } from './noise.ts'

/** What actual values and forecasts of an area share. Both of the same months are made one after the other. */
const recent = new LRUCache<string, Float64Array>({ max: 16 })

/** The values of that name at some ticks, computed unless they were needed just before. Each caller gets a copy. */
export function remembered(name: string, ticks: Ticks, compute: () => Float64Array): Float64Array {
  const key = [name, ticks.fromUtc, ticks.stepMs, ticks.count].join(' ')
  let values = recent.get(key)
  if (values === undefined) {
    values = compute()
    recent.set(key, values)
  }
  return values.slice()
}
