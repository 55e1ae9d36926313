import { DAY_MS } from '#contract/time.ts'

import type { DemoArea } from './areas.ts'

/** By instant in epoch milliseconds. */
export type Curve = (utc: number) => number

/** Speed of weather from the west. */
const DAYS_PER_DEGREE_EAST = 0.04

/** Enough to be nearly normal and not to repeat. */
const WAVES = 16

const ANCHOR_MS = 4 * DAY_MS

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

const wavesByName = new Map<string, ReturnType<typeof drawWaves>>()

function drawWaves(name: string, days: number) {
  const random = randomOf(name)
  const lengths = Array.from({ length: WAVES }, () => 0.03 ** random())
  const variance = lengths.reduce((sum, length) => sum + length, 0) / 2
  const waves = lengths.map((length) => ({
    length,
    height: Math.sqrt(length / variance),
    anglePerMs: (2 * Math.PI) / (length * days * DAY_MS),
    direction: 2 * Math.PI * random(),
    start: random(),
  }))
  /** Cosine and sine of each wave in turn, by time since an anchor. */
  return { waves, turns: new Map<number, Float64Array>() }
}

/** Mean 0, deviation 1: waves that travel across Europe. The longest, and highest, spans `days` and `degrees` of latitude, the shortest a thirtieth. */
export function noise(name: string, { latitude, longitude }: DemoArea, days: number, degrees: number): Curve {
  const { waves, turns } = wavesByName.get(name) ?? drawWaves(name, days)
  wavesByName.set(name, { waves, turns })
  const phases = waves.map(({ length, direction, start }) => {
    // In central Europe a degree of longitude is two thirds of a degree of latitude.
    const away = latitude * Math.sin(direction) + (longitude / 1.5) * Math.cos(direction)
    const later = longitude * DAYS_PER_DEGREE_EAST
    return 2 * Math.PI * (start + away / (length * degrees) - later / (length * days))
  })
  const factors = waves.flatMap(({ height }) => [height, -height])
  const circle = (ms: number, ofPhases: readonly number[]) => {
    const parts = new Float64Array(2 * WAVES)
    for (const [i, { anglePerMs }] of waves.entries()) {
      const angle = anglePerMs * ms + (ofPhases[i] ?? 0)
      parts[2 * i] = Math.cos(angle)
      parts[2 * i + 1] = Math.sin(angle)
    }
    return parts
  }
  const anchorAt = (ms: number) => circle(ms, phases).map((part, i) => part * (factors[i] ?? 0))
  let anchor = { index: NaN, parts: new Float64Array() }
  const last = new Float64Array([NaN, NaN])
  // By the sum of two angles, since cosines are slow.
  return (utc) => {
    if (utc === last[0]) return last[1] ?? NaN
    const index = Math.floor(utc / ANCHOR_MS)
    if (index !== anchor.index) anchor = { index, parts: anchorAt(index * ANCHOR_MS) }
    const later = utc - index * ANCHOR_MS
    let turn = turns.get(later)
    if (turn === undefined) turns.set(later, (turn = circle(later, [])))
    const { parts } = anchor
    let [cosines, sines] = [0, 0]
    for (let i = 0; i < 2 * WAVES; i += 2) {
      cosines += (parts[i] ?? 0) * (turn[i] ?? 0)
      sines += (parts[i + 1] ?? 0) * (turn[i + 1] ?? 0)
    }
    last[0] = utc
    return (last[1] = cosines + sines)
  }
}
