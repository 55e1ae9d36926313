import { expect, test } from 'vitest'
import { z } from 'zod'

import { dictionaryOf } from './forecast.ts'

test('a dictionary has the keys that were given and no others', () => {
  const numbers = dictionaryOf(z.number())
  expect({ ...numbers.parse({ de: 1, constructor: 2 }) }).toEqual({ de: 1, constructor: 2 })
  const empty = numbers.parse({})
  for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    expect(empty[key]).toBeUndefined()
})

test('a value of another kind is refused', () => {
  expect(dictionaryOf(z.number()).safeParse({ de: 'one' }).success).toBe(false)
  expect(dictionaryOf(z.number()).safeParse([]).success).toBe(false)
})
