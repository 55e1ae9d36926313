import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { DEFAULT_VIEW } from '#contract/dashboard-address.ts'

import { createDefaultFilters } from './graph-card.ts'
import { createGraphStore } from './graph-store.ts'
import { readCurves } from './read-answer.ts'

/** 20 November 2026, 12:30 in Berlin. */
const NOW = Date.UTC(2026, 10, 20, 11, 30)
const DATA = readCurves({ Actual: { data: { [String(NOW)]: 1 } } })

function start() {
  let ids = 0
  const store = createGraphStore({ clock: () => NOW, newId: () => `card-${(ids += 1)}` })
  const filters = createDefaultFilters(NOW)
  return { store, filters, cards: () => store.state.getState().graphCards }
}

test('one card exists at start, with the default filters and nothing asked @§3.1-2,3,4,5,6,8,9,10,11,12,13 @§3.9-2 @§4.2-1 @§9-1', () => {
  const { cards } = start()
  expect(cards()).toEqual([
    {
      id: 'card-1',
      filters: {
        area: 'CWE',
        others: [],
        energyType: 'Residual Load',
        timerange: 'D',
        hasQuarters: false,
        lookedAt: null,
        dateFrom: '2026-11-12T23:00:00.000Z',
        dateTo: '2026-11-20T22:59:00.000Z',
        compareWith: 'none',
        relative: null,
      },
      timesS: [],
      data: [],
      shownFilters: null,
      loading: false,
      error: null,
      previous: null,
      retryAtMs: null,
      hasRun: false,
      view: DEFAULT_VIEW,
    },
  ])
})

test('the default starts at local midnight seven days ago across a change of the clock @§3.1-13', () => {
  const store = createGraphStore({ clock: () => Date.UTC(2026, 9, 27, 11), newId: () => 'a' })
  expect(store.state.getState().graphCards[0]?.filters).toMatchObject({
    dateFrom: '2026-10-19T22:00:00.000Z',
    dateTo: '2026-10-27T22:59:00.000Z',
  })
})

test('the store is untouched until its one card changes, and again after it starts over', () => {
  const { store } = start()
  expect(store.isUntouched()).toBe(true)
  store.add()
  expect(store.isUntouched()).toBe(false)
  store.replace([])
  expect(store.isUntouched()).toBe(true)
  store.updateView('card-3', { isHalfWidth: true })
  expect(store.isUntouched()).toBe(false)
})

test('a card is added at the end with a new id and the default filters, and removed by its id @§4.2-2,7', () => {
  const { store, filters, cards } = start()
  store.updateFilters('card-1', { area: 'DE' })
  store.add()
  store.add()
  expect(cards()[2]?.filters).toEqual(filters)
  expect(cards().map(({ id }) => id)).toEqual(['card-1', 'card-2', 'card-3'])
  store.remove('card-2')
  expect(cards().map(({ id }) => id)).toEqual(['card-1', 'card-3'])
})

test('the card removed last comes back in its place, with its curves, once', () => {
  const { store, filters, cards } = start()
  store.add()
  store.add()
  store.setData('card-2', DATA, filters)
  store.setLoading('card-2')
  store.remove('card-2')
  store.restore()
  expect(cards().map(({ id }) => id)).toEqual(['card-1', 'card-2', 'card-3'])
  expect(cards()[1]).toMatchObject({ loading: false, data: DATA.curves })
  store.restore()
  expect(cards()).toHaveLength(3)
  store.remove('card-1')
  store.forgetRemoved()
  store.restore()
  expect(cards()).toHaveLength(2)
})

test('filters are merged into those of the one card @§4.2-3', () => {
  const { store, cards } = start()
  store.add()
  const [, other] = cards()
  store.updateFilters('card-1', { area: 'DE' })
  store.updateFilters('card-1', { energyType: 'wind' })
  expect(cards()[0]?.filters).toMatchObject({ area: 'DE', energyType: 'wind', timerange: 'D' })
  expect(cards()[1]).toBe(other)
})

test('a query goes from loading to data or to an error, and each clears what the last one left @§3.1-4,5,6 @§4.2-4,5,6 @§4.3-1', () => {
  const { store, filters, cards } = start()
  store.setLoading('card-1')
  expect(cards()[0]).toMatchObject({ loading: true, error: null, hasRun: true })
  store.setData('card-1', DATA, filters)
  expect(cards()[0]).toMatchObject({ loading: false, error: null, timesS: DATA.timesS, data: DATA.curves })
  store.setError('card-1', 'API error: 500')
  expect(cards()[0]).toMatchObject({ loading: false, error: 'API error: 500', timesS: [], data: [] })
  store.setLoading('card-1')
  expect(cards()[0]).toMatchObject({ loading: true, error: null })
  store.setIdle('card-1')
  expect(cards()[0]).toMatchObject({ loading: false, error: null })
  store.setError('card-1', 'API error: 500')
  store.setData('card-1', DATA, filters)
  expect(cards()[0]).toMatchObject({ loading: false, error: null, data: DATA.curves })
})

test('what was drawn before queries failed comes back when asked for, or when the next query is cancelled', () => {
  for (const bringBack of ['showPrevious', 'setIdle'] as const) {
    const { store, filters, cards } = start()
    store.setData('card-1', DATA, filters)
    store.setError('card-1', 'API error: 500')
    store.setLoading('card-1')
    store.setError('card-1', 'API error: 429', 30)
    expect(cards()[0]).toMatchObject({ data: [], shownFilters: null })
    if (bringBack === 'setIdle') store.setLoading('card-1')
    store[bringBack]('card-1')
    expect(cards()[0]).toMatchObject({ loading: false, error: null, retryAtMs: null, previous: null })
    expect(cards()[0]).toMatchObject({ timesS: DATA.timesS, data: DATA.curves, shownFilters: filters })
  }
})

test('the next answer replaces what was drawn before a failure', () => {
  const { store, filters, cards } = start()
  store.setData('card-1', DATA, filters)
  store.setError('card-1', 'API error: 500')
  store.setData('card-1', { timesS: [], curves: [] }, filters)
  store.setError('card-1', 'API error: 500')
  expect(cards()[0]?.previous).toBeNull()
})

test('a failure keeps the time to wait that the server asked for, and the next query clears it', () => {
  const { store, cards } = start()
  store.setError('card-1', 'API error: 429', 30)
  expect(cards()[0]).toMatchObject({ error: 'API error: 429', retryAtMs: NOW + 30_000 })
  store.setLoading('card-1')
  expect(cards()[0]?.retryAtMs).toBeNull()
})

test('a zoom stays as long as the span does', () => {
  const { store, filters, cards } = start()
  const zoom = { fromS: 1, toS: 2 }
  store.updateView('card-1', { zoom })
  store.setData('card-1', DATA, filters)
  store.setData('card-1', DATA, { ...filters, area: 'DE' })
  expect(cards()[0]?.view.zoom).toBe(zoom)
  store.setData('card-1', DATA, { ...filters, dateFrom: '2026-01-01T00:00:00.000Z' })
  expect(cards()[0]?.view.zoom).toBeNull()
})

describe('a change to an unknown id is ignored @§4.2-8', () => {
  const { store, filters } = start()
  const { graphCards } = store.state.getState()
  test.each([
    ['updateFilters', () => store.updateFilters('unknown', { area: 'DE' })],
    ['updateView', () => store.updateView('unknown', { isHalfWidth: true })],
    ['setLoading', () => store.setLoading('unknown')],
    ['setData', () => store.setData('unknown', DATA, filters)],
    ['setError', () => store.setError('unknown', 'x')],
    ['showPrevious', () => store.showPrevious('unknown')],
    ['setIdle', () => store.setIdle('unknown')],
    ['remove', () => store.remove('unknown')],
    ['duplicate', () => store.duplicate('unknown')],
    ['move', () => store.move('unknown', 1)],
  ])('%s', (_, change) => {
    let changes = 0
    const stop = store.state.subscribe(() => (changes += 1))
    change()
    stop()
    expect(changes).toBe(0)
    expect(store.state.getState().graphCards).toBe(graphCards)
  })
})

test('a new day changes only cards whose range moves, and tells no one if none does', () => {
  const { store, filters, cards } = start()
  const relative = { from: { months: 0, days: -6 }, to: { months: 0, days: 0 } }
  store.add()
  store.updateFilters('card-2', { ...filters, relative })
  store.moveRanges('2026-11-20')
  const [fixed, relativeCard] = cards()
  let changes = 0
  const stop = store.state.subscribe(() => (changes += 1))
  store.moveRanges('2026-11-20')
  store.restore()
  expect(changes).toBe(0)
  store.moveRanges('2026-11-21')
  stop()
  expect(changes).toBe(1)
  expect(cards()[0]).toBe(fixed)
  expect(cards()[1]?.filters.dateTo).toBe('2026-11-21T22:59:00.000Z')
  expect(cards()[1]?.filters.dateTo).not.toBe(relativeCard?.filters.dateTo)
})

test('a duplicate comes right after its original, with its data and its own id', () => {
  const { store, filters, cards } = start()
  store.add()
  store.updateFilters('card-1', { area: 'PL' })
  store.setData('card-1', DATA, filters)
  store.setLoading('card-1')
  store.duplicate('card-1')
  expect(cards().map(({ id }) => id)).toEqual(['card-1', 'card-3', 'card-2'])
  expect(cards()[1]).toMatchObject({ data: DATA.curves, loading: false })
  expect(cards()[1]?.filters.area).toBe('PL')
})

test('moving keeps every card and never leaves the list', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.tuple(fc.nat(5), fc.constantFrom<-1 | 1>(-1, 1))),
      (count, moves) => {
        const { store, cards } = start()
        for (let index = 1; index < count; index += 1) store.add()
        const ids = cards().map(({ id }) => id)
        for (const [index, by] of moves) {
          const id = `card-${index + 1}`
          const before = cards().findIndex((card) => card.id === id)
          store.move(id, by)
          if (before === -1) continue
          const after = cards().findIndex((card) => card.id === id)
          expect(after).toBe(Math.min(Math.max(before + by, 0), count - 1))
        }
        expect(new Set(cards().map(({ id }) => id))).toEqual(new Set(ids))
        expect(cards()).toHaveLength(count)
      },
    ),
  )
})

test('the cards of a link replace the present ones; a link without cards gives one default card', () => {
  const { store, filters, cards } = start()
  store.replace([{ filters: { ...filters, area: 'PL' }, view: DEFAULT_VIEW, hasRun: true }])
  expect(cards()).toHaveLength(1)
  expect(cards()[0]).toMatchObject({ id: 'card-2', hasRun: true, loading: false, data: [] })
  expect(cards()[0]?.filters.area).toBe('PL')
  store.replace([])
  expect(cards()[0]).toMatchObject({ id: 'card-3', filters, hasRun: false })
})

test('an unreadable link gives one default card and a notice until it is dismissed', () => {
  const { store, cards } = start()
  store.add()
  store.replace([], { problem: { sentence: 'This link could not be read.' } })
  expect(cards()).toHaveLength(1)
  expect(store.isUntouched()).toBe(true)
  expect(store.state.getState().problem?.sentence).toBe('This link could not be read.')
  store.dismissProblem()
  expect(store.state.getState().problem).toBeNull()
})
