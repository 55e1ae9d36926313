import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import type { GraphFilters } from '#web/dashboard/graphs/graph-card.ts'

import { FilterPanel } from './filter-panel.tsx'

/** A real card always has choices; this shows the placeholders. */
const NOTHING_CHOSEN: GraphFilters = JSON.parse(
  '{"area":"","others":[],"energyType":"","timerange":"","hasQuarters":false,"lookedAt":null,"compareWith":"none","dateFrom":"","dateTo":"","relative":null}',
)

test('the selectors show their placeholders while nothing is chosen @§2.3-6,8 @§2.4-1', () => {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <FilterPanel
        id="a"
        filters={NOTHING_CHOSEN}
        hasEarlierForecasts={false}
        isLoading={false}
        onRun={() => undefined}
      />
    </QueryClientProvider>,
  )
  for (const text of [
    'Select a country',
    'Data Type',
    'Select a timerange',
    'Pick a date range',
    'Run Query',
  ]) {
    expect(markup).toContain(text)
  }
})
