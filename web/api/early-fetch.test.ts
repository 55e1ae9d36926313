import { afterEach, expect, test, vi } from 'vitest'

import { fetchEarly, fetchOrTake } from './early-fetch.ts'

const BODY = { method: 'POST', body: '{"a":1}' }

/** The network answers each call with another number. */
function startNetwork() {
  let calls = 0
  const network = vi.fn<typeof fetch>(async () => {
    calls += 1
    return Response.json({ calls })
  })
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('document', { querySelector: () => null })
  return network
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('an early answer is taken once, and both readers get the same value', async () => {
  const network = startNetwork()
  const early = await fetchEarly('/x', BODY)
  const taken = await fetchOrTake('/x', BODY)
  expect(await taken.json()).toBe(await early.json())
  expect(network).toHaveBeenCalledTimes(1)
  expect(await (await fetchOrTake('/x', BODY)).json()).toEqual({ calls: 2 })
})

test('another body is another call', async () => {
  const network = startNetwork()
  await fetchEarly('/y', BODY)
  await fetchOrTake('/y', { ...BODY, body: '{"a":2}' })
  expect(network).toHaveBeenCalledTimes(2)
})

test('an old answer is not taken', async () => {
  vi.useFakeTimers()
  const network = startNetwork()
  await fetchEarly('/z', BODY)
  vi.advanceTimersByTime(10_001)
  await fetchOrTake('/z', BODY)
  expect(network).toHaveBeenCalledTimes(2)
})
