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

test('a panel hears whether the server is away, refuses or failed', () => {
  const refetch = vi.fn<UseQueryResult['refetch']>()
  const of = (error: Error | null) => loadingOf({ data: undefined, error, refetch }).failure
  expect(of(new ApiError('gone'))).toBe('away')
  expect(of(new ApiError('starting', { status: 503 }))).toBe('away')
  expect(of(new ApiError('refused', { status: 403 }))).toBe('forbidden')
  expect(of(new ApiError('failed', { status: 500 }))).toBe('failed')
  expect(of(new SessionEndedError('ended'))).toBeNull()
  expect(of(null)).toBeNull()
})
