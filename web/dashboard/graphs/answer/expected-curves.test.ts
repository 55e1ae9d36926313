import { expect, test } from 'vitest'

import {
  createDefaultFilters,
  type GraphFilters,
  type GraphView,
} from '#web/dashboard/graphs/store/graph-card.ts'

import { countExpectedCurves } from './expected-curves.ts'

test.each<[Partial<GraphFilters>, GraphView['earlier'], number]>([
  [{ area: 'DE' }, 'actual', 3],
  [{ area: 'CWE' }, 'all', 9],
  [{ area: 'DE', compareWith: 'week' }, 'actual', 4],
  [{ area: 'DE', compareWith: 'week' }, 'all', 6],
  [{ area: 'CEE', compareWith: 'year' }, 'all', 14],
])('for %j with earlier %s %d curves are expected', (filters, earlier, count) => {
  expect(countExpectedCurves({ ...createDefaultFilters(0), ...filters }, { earlier })).toBe(count)
})
