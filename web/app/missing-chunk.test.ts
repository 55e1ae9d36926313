import { expect, test } from 'vitest'

import { mayReload } from './missing-chunk.ts'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a missing part reloads the page once in 30 seconds', () => {
  const storage = memory()
  const now = Date.UTC(2026, 10, 20)
  expect(mayReload(storage, now)).toBe(true)
  expect(mayReload(storage, now + 29_999)).toBe(false)
  expect(mayReload(storage, now + 30_000)).toBe(true)
})

test('where nothing can be remembered the page is not reloaded, lest it does so for ever', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(mayReload({ getItem: blocked, setItem: blocked }, 0)).toBe(false)
})
