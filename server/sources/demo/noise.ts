import { DAY_MS } from '#contract/time.ts'

import type { DemoArea } from './areas.ts'

/** By instant in epoch milliseconds. */
export type Curve = (utc: number) => number

/** Speed of weather from the west. */
const DAYS_PER_DEGREE_EAST = 0.04

/** Enough to be nearly normal and not to repeat. */
const WAVES = 16

/** Draws from 0 to 1, reproducible by name (FNV-1a, then Mulberry32). */
function randomOf(name: string): () => number {
  let state = 0x811c9dc5
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Mean 0, deviation 1: waves that travel across Europe. The longest, and highest, spans `days` and `degrees` of latitude, the shortest a thirtieth. */
export function noise(name: string, { latitude, longitude }: DemoArea, days: number, degrees: number): Curve {
  const random = randomOf(name)
  const lengths = Array.from({ length: WAVES }, () => 0.03 ** random())
  const variance = lengths.reduce((sum, length) => sum + length, 0) / 2
  const waves = lengths.map((length) => {
    const direction = 2 * Math.PI * random()
    // In central Europe a degree of longitude is two thirds of a degree of latitude.
    const away = latitude * Math.sin(direction) + (longitude / 1.5) * Math.cos(direction)
    const later = longitude * DAYS_PER_DEGREE_EAST
    return {
      height: Math.sqrt(length / variance),
      anglePerMs: (2 * Math.PI) / (length * days * DAY_MS),
      phase: 2 * Math.PI * (random() + away / (length * degrees) - later / (length * days)),
    }
  })
  return (utc) => {
    let sum = 0
    for (const { height, anglePerMs, phase } of waves) sum += height * Math.cos(anglePerMs * utc + phase)
    return sum
  }
}
