import { expect, test } from 'vitest'

import { countExpectedCurves } from './expected-curves.ts'
import { createDefaultFilters, type GraphFilters } from './graph-card.ts'

test.each<[Partial<GraphFilters>, number]>([
  [{ area: 'DE' }, 3],
  [{ area: 'CWE' }, 9],
  [{ area: 'DE', compareWith: 'week' }, 6],
  [{ area: 'CEE', compareWith: 'year' }, 14],
])('for %j %d curves are expected', (filters, count) => {
  expect(countExpectedCurves({ ...createDefaultFilters(0), ...filters })).toBe(count)
})
