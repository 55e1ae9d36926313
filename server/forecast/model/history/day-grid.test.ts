import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'

import { createDayGrid, dayNumber, dayText, HOURS_PER_DAY, layOverDays, likeWeekday } from './day-grid.ts'

describe('day grid', () => {
  test('leaves out the hour that spring skips', () => {
    const start = Date.parse('2025-03-29T23:00Z')
    const grid = createDayGrid('Europe/Brussels', start, 47)
    expect(grid.days).toBe(2)
    expect(dayText(grid.firstDay)).toBe('2025-03-30')
    expect([...grid.slots.subarray(0, 5)]).toEqual([0, 1, -1, 2, 3])
    expect(grid.slots[HOURS_PER_DAY]).toBe(23)
    expect(grid.repeated.size).toBe(0)
  })

  test('keeps the second occurrence of the hour that autumn repeats', () => {
    const start = Date.parse('2025-10-25T22:00Z')
    const grid = createDayGrid('Europe/Brussels', start, 49)
    expect([...grid.slots.subarray(0, 5)]).toEqual([0, 1, 2, 4, 5])
    expect(grid.repeated.get(0)).toEqual({ hour: 2, slot: 3 })
    expect(grid.slots[HOURS_PER_DAY]).toBe(25)
  })

  test('finds the clock change of a zone where it is', () => {
    const grid = createDayGrid('Europe/Athens', Date.parse('2025-10-25T21:00Z'), 25)
    expect(grid.repeated.get(0)).toEqual({ hour: 3, slot: 4 })
  })

  test('gives every hour exactly one place', () => {
    const zones = ['Europe/Brussels', 'Europe/Athens', 'Europe/Lisbon', 'UTC', 'America/New_York']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2015, 0) / HOUR_MS, max: Date.UTC(2030, 0) / HOUR_MS }),
        fc.integer({ min: 1, max: 2000 }),
        (zone, startHour, hours) => {
          const grid = createDayGrid(zone, startHour * HOUR_MS, hours)
          const slots = [...grid.slots, ...[...grid.repeated.values()].map(({ slot }) => slot)]
          expect(slots.filter((slot) => slot >= 0).sort((a, b) => a - b)).toEqual(
            Array.from({ length: hours }, (_, slot) => slot),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('lays a series over its days, NaN where there is no hour', () => {
    const grid = createDayGrid('UTC', Date.parse('2025-06-01T22:00Z'), 3)
    const table = layOverDays(grid, Float64Array.of(5, NaN, 7))
    expect(table.length).toBe(2 * HOURS_PER_DAY)
    expect([table[21], table[22], table[23], table[24], table[25]]).toEqual([NaN, 5, NaN, 7, NaN])
  })

  test.each([
    ['earlier', '2025-06-01T21:00Z', [6, 7, 8]],
    ['later', '2025-06-01T23:00Z', [NaN, 5, 6]],
  ])('lays a series that begins %s on its own hours', (_name, startsAt, expected) => {
    const grid = createDayGrid('UTC', Date.parse('2025-06-01T22:00Z'), 3)
    const table = layOverDays(grid, Float64Array.of(5, 6, 7, 8, 9), Date.parse(startsAt))
    expect([...table.subarray(22, 25)]).toEqual(expected)
    expect(table.filter((value) => !Number.isNaN(value)).length).toBe(expected.filter(Number.isFinite).length)
  })
})

test('knows which dates exist and the weekday that they are like', () => {
  expect(dayText(dayNumber('2024-02-29'))).toBe('2024-02-29')
  for (const text of ['2025-02-29', '2025-2-1', '', 'today', '2025-13-01']) expect(dayNumber(text)).toBeNaN()
  const like = (date: string, area: MemberCode = 'DE') => likeWeekday(area, dayNumber(date))
  expect(['2026-11-22', '2026-11-23', '2026-12-25', '2026-07-14'].map((date) => like(date))).toEqual([
    6, 0, 6, 1,
  ])
  expect(like('2026-07-14', 'FR')).toBe(6)
})
