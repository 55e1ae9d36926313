import { LRUCache } from 'lru-cache'

import { HOUR_MS } from '#server/series/series.ts'

/** Seed of a named stream of random numbers (FNV-1a). */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/** 32 well mixed bits of a seed and a number (MurmurHash3's finaliser, twice). */
function mix(seed: number, number: number): number {
  let bits = (seed ^ Math.imul(number | 0, 0x9e3779b1)) >>> 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  bits = Math.imul((bits ^ (bits >>> 16)) + 0x7f4a7c15, 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** About normal, mean 0, standard deviation 1, at most 3.5: the sum of four uniform numbers. */
export function normal(seed: number, number: number): number {
  const first = mix(seed, number)
  const second = mix(seed ^ 0x5bd1e995, number)
  const sum = (first >>> 16) + (first & 0xffff) + (second >>> 16) + (second & 0xffff)
  return (sum / 65_536 - 2) * Math.sqrt(3)
}

/** Evenly spaced instants, epoch milliseconds. */
export interface Ticks {
  fromUtc: number
  stepMs: number
  count: number
}

/** The same ticks, so much later. */
export function shifted({ fromUtc, stepMs, count }: Ticks, byMs: number): Ticks {
  return { fromUtc: fromUtc + byMs, stepMs, count }
}

/** Some time of random change, and its deviation. */
export type NoisePart = readonly [hours: number, deviation: number]

/** The sum of smooth random curves of a name, one for each of the parts. */
export function noise(name: string, code: string, ticks: Ticks, parts: readonly NoisePart[]): Float64Array {
  const sum = new Float64Array(ticks.count)
  for (const [hours, deviation] of parts)
    addNoise(sum, ticks, `${name} ${hours} ${code}`, hours * HOUR_MS, deviation)
  return sum
}

/** Adds the smooth random curve of a name to `sum`. */
export function addNoise(
  sum: Float64Array,
  ticks: Ticks,
  name: string,
  periodMs: number,
  deviation: number,
): void {
  const seed = seedOf(name)
  addSmoothNoise(sum, ticks, periodMs, deviation, (node) => normal(seed, node))
}

/** The mean of B-spline weights squared is 0.48: divides it out again, so that the curve keeps unit deviation. */
const SPLINE_DEVIATION = Math.sqrt(0.48)

/** Adds a cubic B-spline over one random number a `periodMs`. A value depends only on its instant, to the last bit, never on where the ticks begin. */
export function addSmoothNoise(
  sum: Float64Array,
  { fromUtc, stepMs, count }: Ticks,
  periodMs: number,
  scale: number,
  numberAt: (node: number) => number,
): void {
  const first = Math.floor(fromUtc / periodMs) - 1
  const last = Math.floor((fromUtc + (count - 1) * stepMs) / periodMs) + 2
  const numbers = new Float64Array(last - first + 1)
  for (let index = 0; index < numbers.length; index += 1) numbers[index] = numberAt(first + index)
  const factor = scale / SPLINE_DEVIATION / 6
  for (let index = 0; index < count; index += 1) {
    const position = (fromUtc + index * stepMs) / periodMs
    const node = Math.floor(position)
    const t = position - node
    const s = 1 - t
    const at = node - first
    const before = s * s * s * (numbers[at - 1] ?? 0)
    const here = (4 - 3 * t * t * (2 - t)) * (numbers[at] ?? 0)
    const next = (4 - 3 * s * s * (2 - s)) * (numbers[at + 1] ?? 0)
    const after = t * t * t * (numbers[at + 2] ?? 0)
    sum[index] = (sum[index] ?? 0) + factor * (before + here + next + after)
  }
}

/** Remembers the last values by name and ticks: areas, or actual values and forecasts of one, share them. No caller may change what it gets. */
export function createMemory<Values extends object>(): (
  name: string,
  ticks: Ticks,
  compute: () => Values,
) => Values {
  const recent = new LRUCache<string, Values, () => Values>({
    max: 8,
    memoMethod: (_key, _outdated, { context: compute }) => compute(),
  })
  return (name, { fromUtc, stepMs, count }, compute) =>
    recent.memo([name, fromUtc, stepMs, count].join(' '), { context: compute })
}
