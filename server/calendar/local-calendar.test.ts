import { fromAbsolute, parseDate, toZoned } from '@internationalized/date'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'

import { dayAt, daysTouching, daysWithin, hourEdges, hourEdgesOfDay } from './local-calendar.ts'
import { parseWallTime } from './local-time.ts'

const noon = (date: string) => Date.parse(`${date}T12:00:00Z`)
const iso = (utc: number) => new Date(utc).toISOString().slice(0, 16)
const hoursOf = (date: string, zone: string) => hourEdgesOfDay(dayAt(noon(date), zone))

describe('golden days', () => {
  test.each([
    ['2024-03-31', 'Europe/Brussels', 23],
    ['2024-10-27', 'Europe/Brussels', 25],
    ['2025-03-30', 'Europe/Paris', 23],
    ['2025-10-26', 'Europe/Paris', 25],
    ['2026-03-29', 'Europe/Lisbon', 23],
    ['2026-10-25', 'Europe/Helsinki', 25],
    ['2026-03-29', 'Europe/Istanbul', 24],
    ['2026-03-29', 'UTC', 24],
    ['2026-06-01', 'Asia/Kolkata', 24],
    ['2026-03-08', 'America/New_York', 23],
    ['2010-04-30', 'Africa/Cairo', 23],
  ])('%s in %s has %i hours', (date, zone, hours) => {
    const day = dayAt(noon(date), zone)
    expect(day.date).toBe(date)
    expect((day.toUtc - day.fromUtc) / HOUR_MS).toBe(hours)
    expect(hoursOf(date, zone)).toHaveLength(hours + 1)
  })

  test('the hour that comes twice in Brussels is two hours', () => {
    expect(hoursOf('2026-10-25', 'Europe/Brussels').slice(1, 5).map(iso)).toEqual([
      '2026-10-24T23:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-10-25T02:00',
    ])
  })

  test('an Indian day begins at half past', () => {
    expect(hoursOf('2026-06-01', 'Asia/Kolkata').slice(0, 2).map(iso)).toEqual([
      '2026-05-31T18:30',
      '2026-05-31T19:30',
    ])
  })

  test('a day whose midnight is left out begins after the gap', () => {
    expect(iso(dayAt(noon('2026-04-24'), 'Africa/Cairo').fromUtc)).toBe('2026-04-23T22:00')
  })

  test('the day that Samoa skipped does not exist', () => {
    const span = { fromUtc: noon('2011-12-29'), toUtc: noon('2012-01-01') }
    expect(daysTouching(span, 'Pacific/Apia').map((day) => day.date)).toEqual([
      '2011-12-29',
      '2011-12-31',
      '2012-01-01',
      '2012-01-02',
    ])
  })

  test('a clock change of half an hour loses no time', () => {
    const hours = hoursOf('2026-10-04', 'Australia/Lord_Howe')
    expect(hours.slice(1, 4).map(iso)).toEqual(['2026-10-03T14:30', '2026-10-03T15:30', '2026-10-03T16:00'])
    expect(((hours.at(-1) ?? 0) - (hours[0] ?? 0)) / HOUR_MS).toBe(23.5)
  })
})

/** Clocks went forward and back again within one or two weeks. */
describe.each([
  ['America/Boa_Vista', '2000-10'],
  ['America/Noronha', '2000-10'],
  ['America/Recife', '2000-10'],
  ['America/Fortaleza', '2000-10'],
  ['America/Maceio', '2000-10'],
  ['America/Argentina/Tucuman', '2004-06'],
])('%s in %s', (zone, month) => {
  const quarterMs = 15 * MINUTE_MS
  const fromUtc = Date.parse(`${month}-02T00:00Z`)
  const toUtc = fromUtc + 26 * DAY_MS
  /** The time that the clocks show at every quarter of an hour. */
  const clocks = Array.from({ length: (toUtc - fromUtc) / quarterMs }, (_, quarter) => ({
    utc: fromUtc + quarter * quarterMs,
    clock: fromAbsolute(fromUtc + quarter * quarterMs, zone)
      .toString()
      .slice(0, 16),
  }))
  const changes = (length: number) =>
    clocks
      .filter(({ clock }, index) => {
        const before = clocks[index - 1]?.clock ?? clock
        return clock.slice(0, length) !== before.slice(0, length)
      })
      .map(({ utc }) => utc)

  test('every day and every hour begins where its clocks say so', () => {
    const days = changes(10)
    const span = { fromUtc: days[0] ?? 0, toUtc: days.at(-1) ?? 0 }
    expect(daysWithin(span, zone).map((day) => day.fromUtc)).toEqual(days.slice(0, -1))
    const fullHours = clocks.filter(({ clock }) => clock.endsWith(':00')).map(({ utc }) => utc)
    const hours = [...new Set([...changes(13), ...fullHours])].toSorted((a, b) => a - b)
    expect(hourEdges(span, zone)).toEqual(hours.filter((utc) => utc >= span.fromUtc && utc <= span.toUtc))
  })

  test('every wall-clock time is the moment at which the clocks first show it', () => {
    const first = new Map(clocks.toReversed().map(({ utc, clock }) => [clock, utc]))
    const shown = [...first].filter(([, utc]) => utc > fromUtc + DAY_MS)
    const parsed = shown.map(([clock]) => [clock, parseWallTime(clock.replace('T', ' '), zone, 'time')])
    expect(parsed).toEqual(shown)
  })
})

const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const span = fc
  .tuple(
    fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) }),
    fc.integer({ min: 1, max: 400 * DAY_MS }),
  )
  .map(([fromUtc, lengthMs]) => ({ fromUtc, toUtc: fromUtc + lengthMs }))

describe('in every zone', () => {
  test('days follow each other without gap or overlap, each from its own midnight', () => {
    fc.assert(
      fc.property(zone, span, (zone, span) => {
        const days = daysTouching(span, zone)
        expect(days[0]?.fromUtc).toBeLessThanOrEqual(span.fromUtc)
        expect(days.at(-1)?.toUtc).toBeGreaterThanOrEqual(span.toUtc)
        expect(days.slice(0, -1).map((day) => day.toUtc)).toEqual(days.slice(1).map((day) => day.fromUtc))
        const dates = days.map((day) => fromAbsolute(day.fromUtc, zone).toString().slice(0, 10))
        expect(days.map((day) => day.date)).toEqual(dates)
        // Those that begin within the span are the same without a day that has begun before.
        const hasBegun = days[0]?.fromUtc !== span.fromUtc
        expect(daysWithin(span, zone)).toEqual(hasBegun ? days.slice(1) : days)
      }),
      { numRuns: 60 },
    )
  })

  test('a week that is treated as plain has no clock change', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 2000, max: 2037 }), (zone, year) => {
        const span = { fromUtc: Date.UTC(year, 0, 3), toUtc: Date.UTC(year, 11, 29) }
        const days = daysTouching(span, zone)
        const midnights = days.map((day) => toZoned(parseDate(day.date), zone).toDate().getTime())
        expect(days.map((day) => day.fromUtc)).toEqual(midnights)
      }),
      { numRuns: 40 },
    )
  })

  test('hours tile the span and each begins within its own clock hour', () => {
    fc.assert(
      fc.property(zone, span, (zone, { fromUtc }) => {
        const edges = hourEdges({ fromUtc, toUtc: fromUtc + 60 * 24 * HOUR_MS }, zone)
        const lengthsMs = edges.slice(1).map((endsAtUtc, hour) => endsAtUtc - (edges[hour] ?? 0))
        expect(Math.min(...lengthsMs)).toBeGreaterThan(0)
        expect(Math.max(...lengthsMs)).toBeLessThanOrEqual(1.5 * HOUR_MS)
      }),
      { numRuns: 60 },
    )
  })
})
