import { HOUR_MS } from '#server/series/series.ts'

/** Evenly spaced instants, epoch milliseconds. */
export interface Ticks {
  fromUtc: number
  stepMs: number
  count: number
}

/** A part of a random curve: the hours it lasts, its share of the variance, and the degrees of latitude over which it is alike. */
export type NoisePart = readonly [hours: number, share: number, degrees: number]

/** The time that weather from the west takes to reach the next degree of longitude. */
const LATER_PER_DEGREE_EAST_MS = 0.9 * HOUR_MS

/** Seed of a named stream of random numbers (FNV-1a). */
function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash
}

/** About normal, mean 0, deviation 1, at most 3.5: the sum of the four bytes of a mixed number (MurmurHash3's finaliser, twice). */
function normal(seed: number, number: number): number {
  let bits = seed ^ Math.imul(number, 0x9e3779b1)
  for (const [multiplier, shift] of [
    [0x85ebca6b, 13],
    [0xc2b2ae35, 16],
    [0x85ebca6b, 13],
    [0xc2b2ae35, 16],
  ] as const)
    bits = Math.imul(bits ^ (bits >>> 16), multiplier) ^ (bits >>> shift)
  return ((bits >>> 24) + ((bits >>> 16) & 255) + ((bits >>> 8) & 255) + (bits & 255) - 510) / 147.8
}

interface Place {
  latitude: number
  longitude: number
}

/** Streams of random numbers at the corners of a grid of so many degrees around a place, with their weights. */
function cornersAround(name: string, { latitude, longitude }: Place, degrees: number) {
  // A degree of longitude is two thirds as long as one of latitude in the middle of Europe.
  const [north, east] = [latitude / degrees, longitude / (1.5 * degrees)]
  const [row, column] = [Math.floor(north), Math.floor(east)]
  return [0, 1].flatMap((up) =>
    [0, 1].map((right) => ({
      seed: seedOf(`${name} ${degrees} ${row + up} ${column + right}`),
      weight: Math.abs(1 - up - (north - row)) * Math.abs(1 - right - (east - column)),
    })),
  )
}

/** A smooth random curve at a place, mean 0, deviation 1, like its neighbours'. A value depends only on its instant, never on where the ticks begin. */
export function noise(name: string, place: Place, ticks: Ticks, parts: readonly NoisePart[]): Float64Array {
  const sum = new Float64Array(ticks.count)
  for (const [hours, share, degrees] of parts) {
    const corners = cornersAround(`${name} ${hours}`, place, degrees)
    const scale = Math.sqrt(share) / Math.hypot(...corners.map(({ weight }) => weight))
    const numberAt = (node: number) =>
      corners.reduce((mixed, { seed, weight }) => mixed + weight * normal(seed, node), 0)
    let [node, from, to] = [Number.NaN, 0, 0]
    for (let index = 0; index < ticks.count; index += 1) {
      const utc = ticks.fromUtc + index * ticks.stepMs
      const position = (utc - place.longitude * LATER_PER_DEGREE_EAST_MS) / (hours * HOUR_MS)
      if (Math.floor(position) !== node) {
        node = Math.floor(position)
        from = numberAt(node)
        to = numberAt(node + 1)
      }
      const passed = position - node
      const next = passed * passed * (3 - 2 * passed)
      // Divided by the deviation of the mixture, so that the curve has the same one everywhere.
      const mixed = (from + next * (to - from)) / Math.sqrt((1 - next) ** 2 + next ** 2)
      sum[index] = (sum[index] ?? 0) + scale * mixed
    }
  }
  return sum
}
