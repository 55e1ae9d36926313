import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { stepsFor, TICK_STEPS, timeTicks, type TickStep } from './time-ticks.ts'

function step(unit: TickStep['unit'], count: number): TickStep {
  const found = TICK_STEPS.find((candidate) => candidate.unit === unit && candidate.count === count)
  if (found === undefined) throw new Error(`no step of ${count} ${unit}`)
  return found
}

/** Epoch seconds of a wall-clock time in Brussels. */
const at = (text: string) => new Date(text).getTime() / 1000
const wall = (timeS: number) => {
  const date = new Date(timeS * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
const ticks = (from: string, to: string, unit: TickStep['unit'], count: number) =>
  timeTicks(at(from), at(to), step(unit, count)).map(wall).join(', ')

test('the zone of these tests is Brussels', () => {
  expect(new Date('2026-07-01T00:00Z').getTimezoneOffset()).toBe(-120)
})

describe('ticks follow the calendar', () => {
  test('hours at whole parts of the day, wherever the range starts', () => {
    const day = '11-14 06:00, 11-14 12:00, 11-14 18:00, 11-15 00:00'
    expect(ticks('2026-11-14T04:20', '2026-11-15T01:00', 'hour', 6)).toBe(day)
  })

  test('days at midnight, before and after a clock change', () => {
    const days = '10-24 00:00, 10-25 00:00, 10-26 00:00, 10-27 00:00'
    expect(ticks('2026-10-24T00:00', '2026-10-27T00:00', 'day', 1)).toBe(days)
  })

  test('weeks on Mondays, months and years on their first day', () => {
    const mondays = '11-02 00:00, 11-09 00:00, 11-16 00:00'
    expect(ticks('2026-11-01T00:00', '2026-11-20T00:00', 'week', 1)).toBe(mondays)
    const quarters = '04-01 00:00, 07-01 00:00, 10-01 00:00'
    expect(ticks('2026-01-15T00:00', '2026-12-31T00:00', 'month', 3)).toBe(quarters)
    expect(ticks('2019-06-01T00:00', '2026-01-01T00:00', 'year', 5)).toBe('01-01 00:00, 01-01 00:00')
  })

  test('a skipped hour has no tick, a repeated one has two', () => {
    const spring = '03-29 01:00, 03-29 03:00, 03-29 04:00'
    expect(ticks('2026-03-29T01:00', '2026-03-29T04:00', 'hour', 1)).toBe(spring)
    const autumn = '10-25 00:00, 10-25 01:00, 10-25 02:00, 10-25 02:00, 10-25 03:00, 10-25 04:00'
    expect(ticks('2026-10-25T00:00', '2026-10-25T04:00', 'hour', 1)).toBe(autumn)
  })
})

test('no tick lies between the values: daily stamps have steps of a day or more', () => {
  const shortest = (...stamps: string[]) => stepsFor(stamps.map(at))[0]
  expect(shortest('2026-11-14T00:00', '2026-11-15T00:00')).toMatchObject({ unit: 'day', count: 1 })
  // The first day has 25 hours, then 23.
  expect(shortest('2026-10-25T00:00', '2026-10-26T00:00')).toMatchObject({ unit: 'day', count: 1 })
  expect(shortest('2026-03-29T00:00', '2026-03-30T00:00')).toMatchObject({ unit: 'day', count: 1 })
  expect(shortest('2026-11-14T00:00', '2026-11-14T00:15')).toMatchObject({ unit: 'minute', count: 15 })
  expect(shortest('2026-11-14T00:00')).toBe(TICK_STEPS[0])
  expect(shortest('1826-11-14T00:00', '2026-11-14T00:00')).toBe(TICK_STEPS.at(-1))
})

test('in any range and step, ticks ascend, lie inside, and keep their distance', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: at('2015-01-01T00:00'), max: at('2035-01-01T00:00') }),
      fc.constantFrom(...TICK_STEPS),
      fc.integer({ min: 1, max: 30 }),
      (fromS, tickStep, count) => {
        const toS = fromS + count * tickStep.seconds
        const found = timeTicks(fromS, toS, tickStep, tickStep.seconds)
        for (const [index, tick] of found.entries()) {
          expect(tick).toBeGreaterThanOrEqual(fromS)
          expect(tick).toBeLessThanOrEqual(toS)
          expect(tick - (found[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(tickStep.seconds)
        }
        // `seconds` of months and years are their shortest.
        expect(found.length).toBeGreaterThanOrEqual(Math.floor(count * 0.85) - 2)
      },
    ),
  )
})
