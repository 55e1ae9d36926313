import { expect, test } from 'vitest'

import { describeAlert, NewAlertSchema } from './alerts.ts'

const ALERT = NewAlertSchema.parse({
  name: 'High',
  area: 'DE',
  measure: 'residual',
  side: 'above',
  thresholdMw: 60_000,
  hours: 24,
  url: 'https://hooks.example.org/',
})
const LATE = { name: 'Late', measure: 'late', area: 'DE', hours: 3, url: ALERT.url } as const
const RUN = { name: 'Run', measure: 'run', url: ALERT.url } as const

test('says what an alert watches', () => {
  const words = (change: object) => describeAlert({ ...ALERT, ...change })
  expect(words({})).toBe('Residual load, forecast, in Germany above 60,000 MW in the next 24 hours')
  expect(words({ measure: 'error', side: 'below', thresholdMw: -0.5, hours: 1 })).toBe(
    'Error of the forecast of residual load, in Germany below -0.5 MW in the last hour',
  )
  expect(words({ measure: 'ramp', hours: 'tomorrow' })).toBe(
    'Residual load, ramp over 3 hours, in Germany above 60,000 MW tomorrow',
  )
  expect(describeAlert(NewAlertSchema.parse(LATE))).toBe(
    'Actual values, later than usual in Germany by more than 3 h',
  )
  expect(describeAlert(NewAlertSchema.parse(RUN))).toBe('New forecast run, with the morning sheet')
})

test.each([
  ['hours', { hours: null }],
  ['area', { area: undefined }],
  ['hours', { measure: 'error', hours: 'tomorrow' }],
  ['hours', { measure: 'ramp', hours: 3 }],
  ['side', { measure: 'late', thresholdMw: null }],
  ['hours', { ...LATE, side: null, thresholdMw: null, hours: 'tomorrow' }],
  ['side', { ...RUN, area: null, side: 'above', thresholdMw: null, hours: null }],
])('a rule with wrong %s is refused', (key, change) => {
  expect(NewAlertSchema.safeParse({ ...ALERT, ...change }).error?.issues[0]?.path).toEqual([key])
})

test('tomorrow is watched, and a ramp over more hours than it takes', () => {
  const tomorrow = { hours: 'tomorrow' }
  for (const change of [tomorrow, { measure: 'ramp', hours: 4 }, { measure: 'ramp', ...tomorrow }])
    expect(NewAlertSchema.safeParse({ ...ALERT, ...change }).success).toBe(true)
})
