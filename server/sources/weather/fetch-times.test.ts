import { expect, test } from 'vitest'

import { HOUR_MS } from '#contract/time.ts'
import { parseInstant } from '#server/sources/instant.ts'

import { isFetchDue } from './weather-feed.ts'

const at = (text: string) => parseInstant(text) ?? NaN
const last = (fetchedAt: string, run: string | null, model = 'm') => ({
  model,
  runUtc: run === null ? null : at(run),
  knownAtUtc: at(fetchedAt),
  fetchedAtUtc: at(fetchedAt),
})
const run = (text: string) => ({ runUtc: at(text), readyAtUtc: at(text) + 7 * HOUR_MS })

test('weather is fetched when there is none, when another model is asked for, and on a new day', () => {
  const now = at('2026-11-20T01:00Z')
  const night = run('2026-11-19T18:00Z')
  expect(isFetchDue(night, null, 'm', now)).toBe(true)
  expect(isFetchDue(night, last('2026-11-20T00:00Z', '2026-11-19T18:00Z', 'other'), 'm', now)).toBe(true)
  // Eleven in the evening of the day before, in Brussels: that answer ends with today.
  expect(isFetchDue(night, last('2026-11-19T22:00Z', '2026-11-19T18:00Z'), 'm', now)).toBe(true)
  expect(isFetchDue(night, last('2026-11-19T23:30Z', '2026-11-19T18:00Z'), 'm', now)).toBe(false)
})

test('a new run is fetched when all of it is there, and not twice', () => {
  const before = last('2026-11-20T00:55Z', '2026-11-19T18:00Z')
  const newRun = run('2026-11-20T00:00Z')
  expect(isFetchDue(newRun, before, 'm', at('2026-11-20T06:59Z'))).toBe(false)
  expect(isFetchDue(newRun, before, 'm', at('2026-11-20T07:00Z'))).toBe(true)
  expect(
    isFetchDue(newRun, last('2026-11-20T07:01Z', '2026-11-20T00:00Z'), 'm', at('2026-11-20T12:00Z')),
  ).toBe(false)
})

test('the first forecast of the day has the newest run, though the last answer is not old', () => {
  const night = last('2026-11-20T06:00Z', '2026-11-19T18:00Z')
  expect(isFetchDue(run('2026-11-20T00:00Z'), night, 'm', at('2026-11-20T07:29Z'))).toBe(false)
  expect(isFetchDue(run('2026-11-20T00:00Z'), night, 'm', at('2026-11-20T07:30Z'))).toBe(true)
})

test('where the run is not known, every three hours and before the first forecast of the day', () => {
  const before = last('2026-11-20T06:00Z', null)
  expect(isFetchDue(null, before, 'm', at('2026-11-20T07:29Z'))).toBe(false)
  expect(isFetchDue(null, before, 'm', at('2026-11-20T07:30Z'))).toBe(true)
  const morning = last('2026-11-20T07:31Z', null)
  expect(isFetchDue(null, morning, 'm', at('2026-11-20T10:30Z'))).toBe(false)
  expect(isFetchDue(null, morning, 'm', at('2026-11-20T10:31Z'))).toBe(true)
})
