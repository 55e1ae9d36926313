import { LRUCache } from 'lru-cache'

import type { Ticks } from './noise.ts'

/**
 * Remembers values by name and ticks, computed unless they were needed just before: areas share some, actual values and forecasts
 * of an area others, and those of the same months are made one after the other. No caller may change what it gets.
 */
export function createMemory<Values extends object>(): (
  name: string,
  ticks: Ticks,
  compute: () => Values,
) => Values {
  const recent = new LRUCache<string, Values>({ max: 8 })
  return (name, ticks, compute) => {
    const key = [name, ticks.fromUtc, ticks.stepMs, ticks.count].join(' ')
    let values = recent.get(key)
    if (values === undefined) {
      values = compute()
      recent.set(key, values)
    }
    return values
  }
}
