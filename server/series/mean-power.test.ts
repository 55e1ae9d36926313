import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'

import { hourlyMeans, meanPower, meansBetween } from './mean-power.ts'
import type { Block, StepMinutes } from './series.ts'

const START = Date.UTC(2026, 0, 15)

function block(stepMinutes: StepMinutes, powerMw: readonly number[]): Block {
  return { startsAtUtc: START, stepMinutes, powerMw: Float64Array.from(powerMw) }
}

/** The mean of a stretch of time, minute by minute, and the minutes that have a value. */
function byMinutes({ stepMinutes, powerMw }: Block, fromMinute: number, toMinute: number) {
  const values: number[] = []
  for (let minute = fromMinute; minute < toMinute; minute += 1) {
    const value = powerMw[Math.floor(minute / stepMinutes)] ?? NaN
    if (!Number.isNaN(value)) values.push(value)
  }
  return { minutes: values.length, mean: values.reduce((sum, value) => sum + value, 0) / values.length }
}

const value = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -9000, max: 9000 }) }, fc.constant(NaN))
const anyBlock = fc
  .tuple(fc.constantFrom<StepMinutes>(15, 30, 60), fc.array(value, { minLength: 1, maxLength: 60 }))
  .map(([stepMinutes, powerMw]) => block(stepMinutes, powerMw))

describe('the mean of a stretch of time', () => {
  test('is that of its minutes, or missing where too many of them are', () => {
    const stretch = fc.tuple(fc.integer({ min: -120, max: 3000 }), fc.integer({ min: 1, max: 1600 }))
    fc.assert(
      fc.property(anyBlock, stretch, fc.nat({ max: 200 }), (of, [from, length], maxMissing) => {
        const to = from + length
        const mean = meanPower(of, START + from * MINUTE_MS, START + to * MINUTE_MS, maxMissing * MINUTE_MS)
        const known = byMinutes(of, from, to)
        const isMissing = known.minutes === 0 || length - known.minutes > maxMissing
        expect(Number.isNaN(mean)).toBe(isMissing)
        expect(isMissing || Math.abs(mean - known.mean) < 1e-6).toBe(true)
      }),
    )
  })

  test('of an hour needs all of it', () => {
    const quarters = block(15, [1, 2, 3, 4, 5, NaN, 7, 8])
    expect([...hourlyMeans(quarters)]).toEqual([2.5, NaN])
    expect([...hourlyMeans(quarters, HOUR_MS / 2)]).toEqual([2.5, 20 / 3])
    expect([...hourlyMeans(block(30, [NaN, 4, NaN, NaN]), HOUR_MS / 2)]).toEqual([4, NaN])
  })

  test('can be computed for stretches that follow each other', () => {
    const edges = [START, START + 90 * MINUTE_MS, START + 120 * MINUTE_MS]
    expect([...meansBetween(block(60, [10, 40]), edges)]).toEqual([20, 40])
    expect([...meansBetween(block(60, [10]), [])]).toEqual([])
  })
})
