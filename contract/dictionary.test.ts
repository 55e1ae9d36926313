import { expect, test } from 'vitest'
import { z } from 'zod'

import { dictionaryOf } from './dictionary.ts'
import { OddForecastAnswerSchema } from './forecast.ts'

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

test('one odd value, hour or country of a forecast is missing, and the rest is read', () => {
  const nothing = { TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: null }
  const given = { de: { '00:00': { TSO: 'x', Final_Value: 5 }, '01:00': 7 }, pl: 'closed' }
  expect(OddForecastAnswerSchema.parse(given)).toEqual({
    de: { '00:00': { ...nothing, Final_Value: 5 }, '01:00': nothing },
  })
  for (const answer of [{ error: 'x' }, [], 'x', null])
    expect(OddForecastAnswerSchema.safeParse(answer).success).toBe(false)
  for (const answer of [{}, { de: {} }, { de: [] }]) expect(OddForecastAnswerSchema.parse(answer)).toEqual({})
})
