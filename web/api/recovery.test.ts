import type { UseQueryResult } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import { ApiError, SessionEndedError } from './api-error.ts'
import { loadingOf, recoveryMs } from './recovery.ts'

const after = (error: Error | null) => recoveryMs({ state: { error } })

test('a call is sent again where the server did not answer or failed, and no sooner than it asks', () => {
  expect(after(new ApiError('gone'))).toBe(15_000)
  expect(after(new ApiError('failed', { status: 502 }))).toBe(15_000)
  expect(after(new ApiError('busy', { status: 503, retryAfterS: 1 }))).toBe(15_000)
  expect(after(new ApiError('too many', { status: 429, retryAfterS: 40 }))).toBe(40_000)
})

test('a call that would fail again is not repeated', () => {
  expect(after(null)).toBe(false)
  expect(after(new ApiError('refused', { status: 400 }))).toBe(false)
  expect(after(new ApiError('unreadable', { status: 200 }))).toBe(false)
  expect(after(new SessionEndedError('ended'))).toBe(false)
  expect(after(new TypeError('a bug'))).toBe(false)
})

const asked = (error: Error | null, data?: null) => ({
  data,
  error,
  errorUpdateCount: 0,
  refetch: vi.fn<UseQueryResult['refetch']>(),
})

test('a panel hears whether the server is away, refuses or failed, and why', () => {
  const of = (error: Error | null) => Object.values(loadingOf(asked(error)).failure ?? {})
  const again = 'Retrying automatically.'
  expect(of(new ApiError('Gone.'))).toEqual(['away', `Gone. ${again}`])
  const answered = (status: number) => of(new ApiError('API error', { status }))
  expect(answered(503)).toEqual(['away', `The server answered with an error (503). ${again}`])
  expect(answered(500)).toEqual(['failed', `The server answered with an error (500). ${again}`])
  expect(answered(400)).toEqual(['failed', 'The server answered with an error (400).'])
  expect(answered(403)[0]).toBe('forbidden')
  expect(of(new SessionEndedError('ended'))).toEqual([])
  const { failure } = loadingOf({ ...asked(null), errorUpdateCount: 1 })
  expect(failure?.reason).toBeNull()
})

test('a panel that waits for several calls is there with the last one, and asks again for those that failed', () => {
  const [there, coming, failed] = [asked(null, null), asked(null), asked(new ApiError('gone'))]
  expect(loadingOf(there, there)).toMatchObject({ isLoaded: true, failure: null })
  expect(loadingOf(there, coming)).toMatchObject({ isLoaded: false, failure: null })
  const loading = loadingOf(there, failed)
  expect(loading).toMatchObject({ isLoaded: false, failure: { state: 'away' } })
  loading.onReload()
  expect(failed.refetch).toHaveBeenCalledOnce()
  expect(there.refetch).not.toHaveBeenCalled()
})

test('open pages refresh within the given time, each at a pace of its own', async () => {
  const everyMs: number[] = []
  for (let page = 0; page < 20; page += 1) {
    vi.resetModules()
    const { refreshing } = await import('./recovery.ts')
    everyMs.push(refreshing(60_000)({ state: { error: null } }))
  }
  expect(Math.min(...everyMs)).toBeGreaterThanOrEqual(54_000)
  expect(Math.max(...everyMs)).toBeLessThanOrEqual(60_000)
  expect(new Set(everyMs).size).toBeGreaterThan(10)
})
