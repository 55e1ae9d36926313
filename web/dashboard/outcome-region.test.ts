import { expect, test } from 'vitest'

import { createDefaultFilters, createGraphCard, type GraphCard } from '#web/dashboard/graphs/graph-card.ts'
import { readCurves } from '#web/dashboard/graphs/read-answer.ts'

import { describeOutcomes } from './outcome-region.tsx'

const FILTERS = createDefaultFilters(Date.UTC(2026, 10, 20))
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
