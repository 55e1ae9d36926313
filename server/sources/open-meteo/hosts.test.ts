import { expect, test } from 'vitest'

import { hostsOf } from './hosts.ts'

const FREE = 'https://api.open-meteo.com'

test.each([
  [FREE, undefined, undefined, 'https://api.open-meteo.com', 'https://previous-runs-api.open-meteo.com'],
  [
    FREE,
    'key',
    undefined,
    'https://customer-api.open-meteo.com',
    'https://customer-previous-runs-api.open-meteo.com',
  ],
  ['http://weather.local:8080/', undefined, undefined, 'http://weather.local:8080', null],
  ['http://weather.local', undefined, 'http://past.local/', 'http://weather.local', 'http://past.local'],
])('%s with key %s and history %s', (url, key, historyUrl, forecast, previousRuns) => {
  expect(hostsOf(url, key, historyUrl)).toEqual({ forecast, previousRuns })
})
