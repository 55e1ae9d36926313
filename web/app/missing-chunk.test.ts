import { expect, test } from 'vitest'

import { mayReload } from './missing-chunk.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a missing chunk reloads the page at most once in 30 seconds', () => {
  const storage = memory()
  const open = () => storage
  const now = Date.UTC(2026, 10, 20)
  expect(mayReload(open, now)).toBe(true)
  expect(mayReload(open, now + 29_999)).toBe(false)
  expect(mayReload(open, now + 30_000)).toBe(true)
})

test('without storage the page is not reloaded, so that it cannot reload forever', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(mayReload(blocked, 0)).toBe(false)
  expect(mayReload(() => ({ getItem: blocked, setItem: blocked }), 0)).toBe(false)
})
