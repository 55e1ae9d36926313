import { expect, test } from 'vitest'

import { DEFAULT_VIEW } from '#contract/dashboard-address.ts'

import { createDefaultFilters, createGraphCard, type GraphCard } from './graph-card.ts'
import {
  createFileName,
  describeFilters,
  describeOutcomes,
  describeUnknown,
  withReplays,
} from './graph-text.ts'
import { readCurves } from './read-answer.ts'
import { resolveRange } from './relative-range.ts'

const ERRORS = { form: 'errors' as const, isWorkdaysOnly: false }
const NOTHING = { timesS: [], curves: [] }
type Described = Parameters<typeof describeFilters>
const describe = (filters: Described[0], view: Described[1], stamps: Described[2]) => {
  const { subject, rest } = describeFilters(filters, view, stamps, '2026-11-20')
  return subject + rest
}
const NOW = Date.UTC(2026, 10, 20, 11, 30)

test('a graph is described by subject, step, local days, their zone and comparison', () => {
  const filters = createDefaultFilters(NOW)
  // `Intl` puts thin spaces around the dash.
  const text = describe({ ...filters, compareWith: 'year' }, DEFAULT_VIEW, NOTHING).replaceAll(/\s/g, ' ')
  expect(text).toBe(
    'Residual Load, Central Western Europe · Daily · Nov 13 – 20, 2026 · Europe/Berlin, CET · compared with previous year',
  )
  expect(describe(filters, DEFAULT_VIEW, NOTHING)).not.toContain('compared')
  expect(describe(filters, ERRORS, NOTHING)).toMatch(
    /^Residual Load, Central Western Europe: forecast errors\s·/,
  )
  expect(describe(filters, { ...ERRORS, isWorkdaysOnly: true }, NOTHING)).toMatch(
    /: forecast errors, working days only\s·/,
  )
})

test('the line of a card has its range in the shortest words, and what changes its values', () => {
  const filters = createDefaultFilters(NOW)
  const rangeOf = (change: Partial<typeof filters>, today = '2026-11-20') =>
    describeFilters({ ...filters, ...change }, DEFAULT_VIEW, NOTHING, today).range.replaceAll(/\s/g, ' ')
  expect(rangeOf({})).toBe(' · Nov 13 – 20, 2026')
  const week = { from: { months: 0, days: -6 }, to: { months: 0, days: 1 } }
  const moving = { relative: week, ...resolveRange(week, NOW) }
  expect(rangeOf(moving)).toBe(' · Last 7 days and tomorrow')
  // After midnight its values are of the days before.
  expect(rangeOf(moving, '2026-11-21')).toBe(' · Nov 14 – 21, 2026')
  expect(rangeOf({ compareWith: 'week', lookedAt: 'D-1T08:00' })).toBe(
    ' · Nov 13 – 20, 2026 · forecasts as known at 08:00 the day before · compared with previous week',
  )
})

test('an answer as known earlier names the forecasts of ours that it lacks', () => {
  const curve = (kind: 'actual' | 'model' | 'final', values: (number | null)[]) => ({
    name: kind,
    ownName: kind,
    kind,
    isEarlier: false,
    style: 'solid' as const,
    colourIndex: 0,
    values,
  })
  const timesS = [0, 1, 2].map((day) => NOW / 1000 + day * 86_400)
  const unknown = (lookedAt: string | null, ...curves: ReturnType<typeof curve>[]) =>
    describeUnknown({ lookedAt }, { timesS, curves }, { hasFinal: true }, '2026-11-21T07:07:00Z')
  const actual = curve('actual', [1, 2, 3])
  expect(unknown(null, actual)).toBeNull()
  expect(unknown('D-1T08:00', actual, curve('model', [1, 2, 3]), curve('final', [1, 2, 3]))).toBeNull()
  expect(unknown('D-1T08:00', actual, curve('model', [null, null, 3]))).toBe(
    'As known at 08:00 the day before: model forecast from Nov 22, 2026 on, no final forecast (first run stored Nov 21, 08:07). Replays are runs made later, from only what was known then.',
  )
  expect(unknown('D-1T12:00-replayed', actual, curve('model', [1, 2, 3]))).toBe(
    'As known at 12:00 the day before, with replays: no final forecast (first run stored Nov 21, 08:07).',
  )
})

test('a view as known before the first replay offers the hour of the first replay', () => {
  const looks = [null, 'D-1T08:00', 'D-1T12:00', 'D-1T12:00-replayed', 'D-2T12:00']
  expect(looks.map(withReplays)).toEqual([null, 'D-1T08:50-replayed', 'D-1T12:00-replayed', null, null])
})

test('the stamps of the answer decide whether it is of hours or of quarter hours', () => {
  const filters = { ...createDefaultFilters(NOW), area: 'DE', others: ['FR'], timerange: 'H' } as const
  const stamps = (stepS: number) => ({ timesS: [0, stepS, 2 * stepS], curves: [] })
  const text = (stepS: number) => describe(filters, DEFAULT_VIEW, stamps(stepS))
  expect(text(3600)).toContain('Residual Load, Germany, France\u00a0· Hourly')
  expect(text(900)).toContain('· Quarter-hourly')
  expect(createFileName(filters, DEFAULT_VIEW, 'csv')).toBe('residual-load_DE-FR_2026-11-13_2026-11-20.csv')
})

test('a file name describes its content', () => {
  const filters = createDefaultFilters(NOW)
  expect(createFileName(filters, DEFAULT_VIEW, 'csv')).toBe('residual-load_CWE_2026-11-13_2026-11-20.csv')
  expect(createFileName(filters, ERRORS, 'png')).toBe('residual-load_CWE_2026-11-13_2026-11-20_errors.png')
  expect(createFileName(filters, { ...ERRORS, isWorkdaysOnly: true }, 'csv')).toMatch(
    /_errors_working-days.csv$/,
  )
})

test('an answer is of quarter hours only where each of its curves is', () => {
  const filters = { ...createDefaultFilters(NOW), timerange: 'H' } as const
  const curveFrom = (firstMinute: number, stepMinutes: number) => {
    const stamps = Array.from({ length: 8 }, (_, index) => firstMinute + index * stepMinutes)
    return { data: Object.fromEntries(stamps.map((minute) => [String(minute * 60), minute])) }
  }
  const text = (...curves: ReturnType<typeof curveFrom>[]) =>
    describe(
      filters,
      DEFAULT_VIEW,
      readCurves(Object.fromEntries(curves.map((curve, index) => [index, curve]))),
    )
  expect(text(curveFrom(0, 15), curveFrom(30, 15))).toContain('· Quarter-hourly')
  expect(text(curveFrom(0, 15), curveFrom(0, 60))).toContain('· Hourly')
  expect(text(curveFrom(0, 60), curveFrom(15, 60))).toContain('· Hourly')
})

const FILTERS = createDefaultFilters(NOW)
const { curves: ONE } = readCurves({ Actual: { data: { 0: 1 } } })
const card = (change: Partial<GraphCard>): GraphCard => ({ ...createGraphCard('a', FILTERS), ...change })
const running = card({ loading: true })

test('the end of a query is announced with its curves', () => {
  const ended = (change: Partial<GraphCard>) =>
    describeOutcomes([running], [card({ shownFilters: FILTERS, ...change })])
  expect(ended({ data: [...ONE, ...ONE] })).toBe('Graph 1 shows 2 curves.')
  expect(ended({ data: ONE })).toBe('Graph 1 shows 1 curve.')
  expect(ended({})).toBe('Graph 1: no values in this range.')
  expect(describeOutcomes([running], [card({})])).toBe('Graph 1: query cancelled.')
})

test('failures, running queries and other changes are not announced', () => {
  expect(describeOutcomes([running], [card({ error: 'API error: 500' })])).toBeNull()
  expect(describeOutcomes([running], [running])).toBeNull()
  expect(describeOutcomes([card({})], [card({ view: { ...running.view, isTable: true } })])).toBeNull()
})
