import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { AREA_CODES } from '#contract/areas.ts'
import { DEFAULT_VIEW, GRAPH_FORMS, unreadParts } from '#contract/dashboard-address.ts'
import { ENERGY_TYPES, FREQUENCIES } from '#contract/query.ts'
import { createDefaultFilters } from '#web/dashboard/graphs/graph-card.ts'

import { type LinkedCard, readDashboard, unreadBesideCards, writeDashboard } from './dashboard-url.ts'

/** 20 November 2026, 12:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 20, 11, 30)

const DEFAULT_CARD: LinkedCard = { filters: createDefaultFilters(NOW), view: DEFAULT_VIEW, hasRun: false }
const DEFAULT_TEXT = 'CWE,residual,D,2026-11-13T00:00,2026-11-20T23:59'

function readCards(search: string, nowMs = NOW): readonly LinkedCard[] {
  const cards = readDashboard(search, nowMs)
  if (cards === null || cards === 'broken') throw new Error(`not read: ${search}`)
  return cards
}

test('a card is written readably, with only what differs from the default', () => {
  expect(writeDashboard([DEFAULT_CARD])).toBe(`?v=1&g=${DEFAULT_TEXT}`)
  const card: LinkedCard = {
    filters: {
      ...DEFAULT_CARD.filters,
      area: 'IT-NORD',
      others: ['FR', 'CEE'],
      hasQuarters: true,
      lookedAt: 'D-1T08:00',
      compareWith: 'week',
    },
    view: {
      form: 'errors',
      isHalfWidth: true,
      isTable: true,
      isWorkdaysOnly: true,
      hasMeans: true,
      hasSharedScale: true,
      zoom: { fromS: 10.5, toS: 20 },
      hasFinal: true,
      hasUsual: true,
      hasEarlierForecasts: true,
      curve: 'TSO forecast',
      hiddenCurves: ['Actual, ·'],
    },
    hasRun: true,
  }
  expect(writeDashboard([DEFAULT_CARD, card])).toBe(
    `?v=1&g=${DEFAULT_TEXT}&g=${DEFAULT_TEXT.replace('CWE', 'IT-NORD')},quarter,known:D-1T08:00,and:FR,and:CEE,run,week,errors,final,usual,earlier,half,table,workdays,mean,scale,zoom:10-20,of:TSO%20forecast,hide:Actual%2C%20%C2%B7,end`,
  )
})

test('an address without cards has none', () => {
  expect(readDashboard('', NOW)).toBeNull()
  expect(readDashboard('?', NOW)).toBeNull()
  expect(readDashboard('?utm=1', NOW)).toBeNull()
})

test('a card whose form is unknown shows its curves, and one of an old link the forecast with its band', () => {
  expect(readDashboard(`?v=1&g=${DEFAULT_TEXT},spiral`, NOW)).toEqual([DEFAULT_CARD])
  const [card] = readCards(`?v=1&g=${DEFAULT_TEXT},band`)
  expect(card?.view.hasFinal).toBe(true)
})

test('every dashboard is restored by its address', () => {
  const minute = fc
    .integer({ min: Date.UTC(1990, 0), max: Date.UTC(2090, 0) })
    // Whole minutes in UTC hours that are never repeated in Berlin.
    .map((ms) => ms - (ms % 86_400_000) + 43_200_000 + (ms % 60) * 60_000)
  const name = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  const filters = fc
    .record({
      area: fc.constantFrom(...AREA_CODES),
      others: fc.array(fc.constantFrom(...AREA_CODES), { maxLength: 3 }),
      energyType: fc.constantFrom(...ENERGY_TYPES),
      timerange: fc.constantFrom(...FREQUENCIES),
      hasQuarters: fc.boolean(),
      lookedAt: fc.constantFrom(null, 'D-1T08:50-replayed', 'D-7T23:59'),
      compareWith: fc.constantFrom('none', 'day', 'week', 'year'),
      relative: fc.constant(null),
    })
    .chain((chosen) =>
      fc.tuple(minute, minute).map((pair) => {
        const [dateFrom = '', dateTo = ''] = pair
          .toSorted((one, other) => one - other)
          .map((ms) => new Date(ms).toISOString())
        return { ...chosen, dateFrom, dateTo }
      }),
    )
  const view = fc.record({
    form: fc.constantFrom(...GRAPH_FORMS),
    isHalfWidth: fc.boolean(),
    isTable: fc.boolean(),
    isWorkdaysOnly: fc.boolean(),
    hasMeans: fc.boolean(),
    hasSharedScale: fc.boolean(),
    zoom: fc.option(
      fc
        .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }))
        .map(([fromS, lengthS]) => ({ fromS, toS: fromS + lengthS })),
    ),
    hasFinal: fc.boolean(),
    hasUsual: fc.boolean(),
    hasEarlierForecasts: fc.boolean(),
    curve: fc.option(name),
    hiddenCurves: fc.array(name, { maxLength: 5 }),
  })
  const card: fc.Arbitrary<LinkedCard> = fc.record({ filters, view, hasRun: fc.boolean() })
  fc.assert(
    fc.property(fc.array(card, { minLength: 1, maxLength: 12 }), (cards) => {
      const search = writeDashboard(cards)
      expect(readDashboard(search, NOW)).toEqual(cards)
      // Some chats encode everything except letters and digits.
      const byChat = search.replaceAll(/[%,:]/g, encodeURIComponent)
      expect(readDashboard(byChat, NOW)).toEqual(cards)
      // `URL` leaves the address unchanged.
      expect(new URL(search, 'http://localhost/dashboard').search).toBe(search)
    }),
  )
})

test('a relative range keeps its days in the address and moves on with the calendar', () => {
  const address = '?v=1&g=DE,wind,H,-6d,1d,run&g=AT,wind,D,-12m1d,0d'
  const cards = readCards(address, Date.parse('2027-03-27T23:30Z'))
  const days = { dateFrom: '2027-03-21T23:00:00.000Z', dateTo: '2027-03-29T21:59:00.000Z' }
  expect(cards[0]?.filters).toMatchObject(days)
  expect(cards[1]?.filters.dateFrom).toBe('2026-03-28T23:00:00.000Z')
  expect(writeDashboard(cards)).toBe(address)
})

test('every relative range is restored by its address', () => {
  const day = fc.record({
    months: fc.integer({ min: -99, max: 99 }),
    days: fc.integer({ min: -999, max: 999 }),
  })
  const period = fc.option(fc.constantFrom('week', 'month', 'season'))
  const start = period.map((name) => (name === null ? {} : { start: name }))
  fc.assert(
    fc.property(day, day, start, (one, other, begun) => {
      const [from = one, to = other] = [one, other].toSorted(
        (a, b) => a.months * 30 + a.days - b.months * 30 - b.days,
      )
      const relative = { from: { ...begun, ...from }, to: { ...begun, ...to } }
      const search = writeDashboard([{ ...DEFAULT_CARD, filters: { ...DEFAULT_CARD.filters, relative } }])
      expect(readCards(search)[0]?.filters.relative).toEqual(relative)
    }),
  )
})

test('the parts of an address that are not understood are named as they are written', () => {
  const card = `g=${DEFAULT_TEXT}`
  const id = '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11'
  for (const [search, ...unread] of [
    [''],
    ['?utm_source=mail'],
    [`?v=1&${card},run,heat,and:FR,zoom:10-20,hide:a%20b,end`],
    [`?v=1&${card}&as_of=2026-11-20T11:30:00Z&saved=${id}`],
    [`?v=1&${card},spiral,run,err`, 'spiral', 'err'],
    ['?v=1&g=XX,wind,H,-6d,1d', 'g=XX,wind,H,-6d,1d'],
    [`?v=2&${card}`, 'v=2'],
    ['?v=1', 'v=1'],
  ] as const)
    expect([search, ...unreadParts(search)]).toEqual([search, ...unread])
  expect(unreadBesideCards(`?v=1&${card}&as_of=now&saved=mine`)).toEqual(['as_of=now', 'saved=mine'])
  expect(unreadBesideCards(`?v=1&${card}&as_of=2026-11-20T11:30:00Z&saved=${id}`)).toEqual([])
})

describe('an address is broken when', () => {
  const card = `g=${DEFAULT_TEXT}`
  test.each([
    ['its version is unknown', `?v=2&${card}`],
    ['it has no version', `?${card}`],
    ['the area is unknown', `?v=1&${card.replace('CWE', 'XX')}`],
    ['the type is unknown', `?v=1&${card.replace('residual', 'constructor')}`],
    ['the frequency is unknown', `?v=1&${card.replace(',D,', ',Y,')}`],
    ['a day does not exist', `?v=1&${card.replace('11-13', '02-30')}`],
    ['a time names a zone', `?v=1&${card.replace('T00:00', 'T00:00Z')}`],
    ['the range is reversed', `?v=1&${card.replace('2026-11-20', '2026-11-01')}`],
    ['a part is missing', '?v=1&g=CWE,residual,D,2026-11-13T00:00'],
    ['it is empty', '?v=1&g='],
    ['only one end is relative', `?v=1&${card.replace('2026-11-13T00:00', '-6d')}`],
    ['a relative range is reversed', '?v=1&g=DE,wind,H,1d,-6d'],
    ['a relative range would be reversed later in the week', '?v=1&g=DE,wind,H,0d,week0d'],
    ['a relative day is empty', '?v=1&g=DE,wind,H,,0d'],
    ['a relative day is endless', '?v=1&g=DE,wind,H,-99999d,0d'],
    ['a zoom is reversed', `?v=1&${card},zoom:20-10`],
    ['a zoom is not a number', `?v=1&${card},zoom:a-b`],
    ['another area is unknown', `?v=1&${card},and:XX`],
    ['there are too many areas', `?v=1&${card}${',and:FR'.repeat(4)}`],
    ['an escape is cut', `?v=1&${card},hide:%E0%A4%A`],
    ['a name is endless', `?v=1&${card},hide:${'x'.repeat(1000)}`],
    ['there are too many cards', `?v=1${`&${card}`.repeat(51)}`],
    ['one of several cards is', `?v=1&${card}&g=<script>`],
  ])('%s', (_, search) => {
    expect(readDashboard(search, NOW)).toBe('broken')
  })
})

test('any address is read, broken, or without cards, and never throws', () => {
  const mark = fc.oneof(
    fc.string(),
    fc.constantFrom('CWE', 'residual', 'D', '2026-11-13T00:00', '2026-11-20T23:59', 'run', 'zoom:', 'hide:%'),
  )
  const search = fc
    .array(
      fc.oneof(
        fc.string(),
        fc.constant('v=1'),
        fc.array(mark, { maxLength: 9 }).map((marks) => `g=${marks.join(',')}`),
      ),
    )
    .map((fields) => `?${fields.join('&')}`)
  fc.assert(
    fc.property(search, (text) => {
      const read = readDashboard(text, NOW)
      expect(read === null || read === 'broken' || read.length > 0).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
