import { HOUR_MS } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'

/** A value by instant, epoch milliseconds. Instants in order are quickest: it keeps the random numbers around the last one. */
export type Curve = (utc: number) => number

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

/** Rounds of MurmurHash3's finaliser: multipliers and shifts. */
const MIXING = [
  [0x85ebca6b, 13],
  [0xc2b2ae35, 16],
] as const

/** About normal, mean 0, deviation 1, at most 3.5: the sum of the four bytes of a number that was mixed twice. */
function normal(seed: number, number: number): number {
  let bits = seed ^ Math.imul(number, 0x9e3779b1)
  for (const [multiplier, shift] of [...MIXING, ...MIXING])
    bits = Math.imul(bits ^ (bits >>> 16), multiplier) ^ (bits >>> shift)
  return ((bits >>> 24) + ((bits >>> 16) & 255) + ((bits >>> 8) & 255) + (bits & 255) - 510) / 147.8
}

/** A stream of normal numbers for an area: those of the corners of a grid of so many degrees, mixed by how near they are. */
function streamOver({ latitude, longitude }: DemoArea, name: string, degrees: number) {
  // A degree of longitude is two thirds as long as one of latitude in the middle of Europe.
  const [north, east] = [latitude / degrees, longitude / (1.5 * degrees)]
  const [row, column] = [Math.floor(north), Math.floor(east)]
  const corners = [0, 1].flatMap((up) =>
    [0, 1].map((right) => ({
      seed: seedOf(`${name} ${degrees} ${row + up} ${column + right}`),
      weight: Math.abs(1 - up - (north - row)) * Math.abs(1 - right - (east - column)),
    })),
  )
  const deviation = Math.hypot(...corners.map(({ weight }) => weight))
  return (number: number) =>
    corners.reduce((mixed, { seed, weight }) => mixed + weight * normal(seed, number), 0) / deviation
}

/** A smooth random curve over an area, mean 0, deviation 1, like its neighbours'. */
export function noise(name: string, area: DemoArea, parts: readonly NoisePart[]): Curve {
  const curves = parts.map(([hours, share, degrees]): Curve => {
    const numberAt = streamOver(area, `${name} ${hours}`, degrees)
    let [node, from, to] = [Number.NaN, 0, 0]
    return (utc) => {
      const position = (utc - area.longitude * LATER_PER_DEGREE_EAST_MS) / (hours * HOUR_MS)
      if (Math.floor(position) !== node) {
        node = Math.floor(position)
        from = numberAt(node)
        to = numberAt(node + 1)
      }
      const passed = position - node
      const next = passed * passed * (3 - 2 * passed)
      // Divided by the deviation of the mixture, so that the curve has the same one everywhere.
      return (Math.sqrt(share) * (from + next * (to - from))) / Math.sqrt((1 - next) ** 2 + next ** 2)
    }
  })
  return (utc) => curves.reduce((sum, curve) => sum + curve(utc), 0)
}
