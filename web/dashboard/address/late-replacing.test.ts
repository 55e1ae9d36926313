import { beforeEach, expect, test, vi } from 'vitest'

import { createLateReplacing } from './late-replacing.ts'

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function start() {
  const written: string[] = []
  return { written, address: createLateReplacing((search, step) => written.push(`${step} ${search}`)) }
}

test('an address is written a moment later, with what follows until then', () => {
  const { written, address } = start()
  address.writeLater('?run')
  address.write('?run&zoomed', 'replace')
  expect(written).toEqual([])
  vi.runAllTimers()
  expect(written).toEqual(['replace ?run&zoomed'])
  address.write('?run&table', 'replace')
  expect(written).toEqual(['replace ?run&zoomed', 'replace ?run&table'])
  address.writeLater('?run')
  vi.runAllTimers()
  expect(written).toEqual(['replace ?run&zoomed', 'replace ?run&table', 'replace ?run'])
})

test('a new entry is written at once, and completes the one before it', () => {
  const { written, address } = start()
  address.writeLater('?run')
  address.write('?other', 'push')
  vi.runAllTimers()
  expect(written).toEqual(['replace ?run', 'push ?other'])
})

test('what was not written yet can be forgotten', () => {
  const { written, address } = start()
  address.writeLater('?run')
  address.cancel()
  vi.runAllTimers()
  expect(written).toEqual([])
})
