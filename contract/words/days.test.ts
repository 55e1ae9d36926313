import { expect, test } from 'vitest'

import { monthDay, shortDay } from './days.ts'

test('a day has a short name, and one without its weekday', () => {
  expect([shortDay('2026-11-25'), monthDay('2026-11-25')]).toEqual(['Wed, Nov 25', 'Nov 25'])
})
