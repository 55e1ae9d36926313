import { expect, test } from 'vitest'

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { createPace, type Timer } from '#server/sources/pace.ts'
import { jumpingTimer } from '#server/testing/source-server.ts'

import { LIMITS, requestWeight } from './limits.ts'

const signal = new AbortController().signal

function createAllowance(timer: Timer) {
  const pace = createPace({ limits: LIMITS, atOnce: 1, timer })
  return {
    spend: (weight: number, share: number) => pace.run(async () => {}, signal, { weight, share }),
    hold: (milliseconds: number) => pace.hold(milliseconds),
  }
}

test('a request counts by points, variables and days, at least one for each point', () => {
  expect(requestWeight(400, 3, 3)).toBe(400)
  expect(requestWeight(1, 3, 93)).toBeCloseTo(1.99, 2)
  expect(requestWeight(1, 20, 14)).toBe(2)
})

test('two years of 333 points keep to 80 % of what is free by the minute, the hour and the day', async () => {
  const timer = jumpingTimer()
  const allowance = createAllowance(timer)
  const sent: { atMs: number; weight: number }[] = []
  // Eight pieces of 93 days for each of 25 areas.
  for (let piece = 0; piece < 200; piece++) {
    const weight = requestWeight(14, 3, 93)
    await allowance.spend(weight, 0.8)
    sent.push({ atMs: timer.now(), weight })
  }
  for (const [perMs, limit] of [
    [MINUTE_MS, 600],
    [HOUR_MS, 5000],
    [DAY_MS, 10_000],
  ] as const) {
    const most = Math.max(
      ...sent.map(({ atMs }) =>
        sent
          .filter((one) => one.atMs > atMs - perMs && one.atMs <= atMs)
          .reduce((sum, { weight }) => sum + weight, 0),
      ),
    )
    expect(most).toBeLessThanOrEqual(0.8 * limit)
  }
  expect(timer.now()).toBeGreaterThan(HOUR_MS)
  expect(timer.now()).toBeLessThan(2 * HOUR_MS)
})

test('what is urgent goes before what waits for the rest of a limit', async () => {
  const timer = jumpingTimer()
  const allowance = createAllowance(timer)
  await allowance.spend(480, 0.8)
  await allowance.spend(100, 1)
  expect(timer.now()).toBe(0)
  await allowance.spend(10, 0.8)
  expect(timer.now()).toBe(MINUTE_MS)
})
