import { expect, test } from 'vitest'

import { createGraphStore } from '#web/dashboard/graphs/store/graph-store.ts'

import { createHistorySteps } from './history-steps.ts'

function start() {
  let ids = 0
  const store = createGraphStore({ clock: () => Date.UTC(2026, 10, 20), newId: () => `card-${(ids += 1)}` })
  const steps = createHistorySteps(store.state.getState().graphCards)
  const step = (change: () => void, isInAddress = false) => {
    change()
    return steps(store.state.getState().graphCards, isInAddress)
  }
  return { store, step }
}

test('changes join into one step until a query runs, and the next change is a new step', () => {
  const { store, step } = start()
  expect(step(() => store.updateFilters('card-1', { area: 'DE' }))).toBe('push')
  expect(step(() => store.updateFilters('card-1', { energyType: 'wind' }))).toBe('replace')
  expect(step(() => store.setLoading('card-1'))).toBe('replace')
  expect(step(() => store.updateFilters('card-1', { area: 'FR' }))).toBe('push')
  expect(step(() => store.updateFilters('card-1', { area: 'PL' }))).toBe('replace')
})

test('a change of the view is not a step', () => {
  const { store, step } = start()
  expect(step(() => store.updateView('card-1', { zoom: { fromS: 1, toS: 2 } }))).toBe('replace')
  expect(step(() => store.updateView('card-1', { width: 'half' }))).toBe('replace')
  expect(step(() => store.updateFilters('card-1', { area: 'DE' }))).toBe('push')
})

test('adding, removing and moving a card are steps', () => {
  const { store, step } = start()
  expect(step(() => store.add())).toBe('push')
  step(() => store.setLoading('card-2'))
  step(() => store.updateFilters('card-2', { area: 'DE' }))
  step(() => store.setLoading('card-1'))
  expect(step(() => store.move('card-2', -1))).toBe('push')
  step(() => store.setIdle('card-1'))
  step(() => store.setLoading('card-1'))
  expect(step(() => store.remove('card-1'))).toBe('push')
})

test('after Back the next change is a new step', () => {
  const { store, step } = start()
  step(() => store.updateFilters('card-1', { area: 'DE' }))
  step(() => store.replace([]), true)
  expect(step(() => store.updateFilters('card-2', { area: 'FR' }))).toBe('push')
})
