import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'

import { readAnswer } from './answer.ts'

const MIDNIGHT_UTC = Date.UTC(2026, 10, 20)
const SPAN = { fromUtc: MIDNIGHT_UTC, toUtc: MIDNIGHT_UTC + 3 * HOUR_MS }
const NAMES = { temperature: 'temperature_2m', wind: 'wind_speed_100m', radiation: 'shortwave_radiation' }
const UNITS = { time: 'unixtime', temperature_2m: '°C', wind_speed_100m: 'm/s', shortwave_radiation: 'W/m²' }
const HOURLY = {
  time: [0, 1, 2, 3].map((hour) => MIDNIGHT_UTC / 1000 + hour * 3600),
  temperature_2m: [3, 5, 7, 9],
  wind_speed_100m: [6, 8, 10, 12],
  shortwave_radiation: [0, 10, 20, 30],
}
const WHOLE = { hourly_units: UNITS, hourly: HOURLY }
const NOTHING = [null, null, null, null]
const read = (places: readonly unknown[]) => readAnswer(JSON.stringify(places), places.length, SPAN, NAMES)

/** Places that servers were seen or reported to send beside others that are whole. */
const ODD_PLACES: readonly [string, unknown][] = [
  [
    'outside the area of the model',
    {
      hourly_units: { ...UNITS, temperature_2m: 'undefined', wind_speed_100m: 'undefined' },
      hourly: { ...HOURLY, temperature_2m: NOTHING, wind_speed_100m: NOTHING },
    },
  ],
  ['that lacks a column', { ...WHOLE, hourly: { ...HOURLY, wind_speed_100m: undefined } }],
  ['with a shorter column', { ...WHOLE, hourly: { ...HOURLY, shortwave_radiation: [0, 10] } }],
  ['with a word for a value', { ...WHOLE, hourly: { ...HOURLY, temperature_2m: [3, 'NaN', 7, 9] } }],
  ['with times beside the hour', { ...WHOLE, hourly: { ...HOURLY, time: HOURLY.time.map((s) => s + 1800) } }],
  ['that is an error', { error: true, reason: 'No data is available for this location' }],
  ['that is null', null],
]

test.each(ODD_PLACES)('a place %s has no weather, several are a fault', (_title, odd) => {
  const [first, second, third] = read([WHOLE, odd, WHOLE])
  for (const point of [first, third]) expect(point && Array.from(point.temperatureC)).toEqual([4, 6, 8])
  expect(second && Object.values(second).map((values) => Array.from(values))).toEqual(
    [1, 2, 3].map(() => [NaN, NaN, NaN]),
  )
  expect(() => read([odd, odd])).toThrow(SourceError)
})
