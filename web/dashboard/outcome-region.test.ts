import { expect, test } from 'vitest'

import { createDefaultFilters, createGraphCard, type GraphCard } from '#web/dashboard/graphs/graph-card.ts'

import { describeOutcomes } from './outcome-region.tsx'

const FILTERS = createDefaultFilters(Date.UTC(2026, 10, 20))
const CURVE = {
  name: 'Actual',
  ownName: 'Actual',
  kind: 'actual',
  isEarlier: false,
  style: 'solid',
  colourIndex: 0,
  values: [1],
} as const
const card = (change: Partial<GraphCard>): GraphCard => ({ ...createGraphCard('a', FILTERS), ...change })
const running = card({ loading: true })

test('the end of a query is announced with its curves', () => {
  const ended = (change: Partial<GraphCard>) =>
    describeOutcomes([running], [card({ shownFilters: FILTERS, ...change })])
  expect(ended({ data: [CURVE, CURVE] })).toBe('Graph 1 shows 2 curves.')
  expect(ended({ data: [CURVE] })).toBe('Graph 1 shows 1 curve.')
  expect(ended({})).toBe('Graph 1: no values in this range.')
  expect(describeOutcomes([running], [card({})])).toBe('Graph 1: query cancelled.')
})

test('failures, running queries and other changes are not announced', () => {
  expect(describeOutcomes([running], [card({ error: 'API error: 500' })])).toBeNull()
  expect(describeOutcomes([running], [running])).toBeNull()
  expect(describeOutcomes([card({})], [card({ view: { ...running.view, isTable: true } })])).toBeNull()
})
