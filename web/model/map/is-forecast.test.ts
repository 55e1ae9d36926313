import { expect, test } from 'vitest'

import { ForecastAnswerSchema } from '#contract/forecast.ts'

import { isForecast } from './is-forecast.ts'

const ENTRY = { TSO: 1, Instance_Today: null, Instance_Tomorrow: 0, Final_Value: -2.5 }

test.each([
  {},
  { de: {} },
  { de: { '00:00': ENTRY, '01:00': { ...ENTRY, more: 'x' } } },
  null,
  [],
  'text',
  { de: [] },
  { de: null },
  { de: { '00:00': null } },
  { de: { '00:00': { ...ENTRY, TSO: undefined } } },
  { de: { '00:00': { ...ENTRY, Final_Value: '5' } } },
  { de: { '00:00': { TSO: 1 } } },
])('says the same of %j as the schema', (answer) => {
  expect(isForecast(answer)).toBe(ForecastAnswerSchema.safeParse(answer).success)
})
