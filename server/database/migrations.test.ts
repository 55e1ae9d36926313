import { expect, test } from 'vitest'

import { MIGRATIONS } from './migrations.ts'

test('the numbers of the migrations go up by one', () => {
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})
