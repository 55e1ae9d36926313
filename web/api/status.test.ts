import { expect, it } from 'vitest'

import { basisOfFile } from './status.ts'

it.each([
  [
    { source: 'Energy-Charts', isDemo: false, credit: null, licence: 'CC BY 4.0' },
    'Energy-Charts, CC BY 4.0, Germany with Luxembourg; actual as last revised; TSO forecast as first published',
  ],
  [
    { source: 'ENTSO-E', isDemo: false, credit: null, licence: null },
    'ENTSO-E, Germany with Luxembourg; actual as last revised; TSO forecast as first published',
  ],
  [{ source: null, isDemo: true, credit: null, licence: null }, 'Demo data'],
  [null, null],
])('names the basis of the numbers of a file of %j', (origin, basis) => {
  expect(basisOfFile(origin)).toBe(basis)
})
