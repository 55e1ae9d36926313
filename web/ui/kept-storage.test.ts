import { expect, test } from 'vitest'

import { createKeptStorage } from './kept-storage.ts'

function storageOf(entries: Record<string, string>, setItem?: () => never): Storage {
  const kept = new Map(Object.entries(entries))
  return {
    length: 0,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: setItem ?? ((key, value) => void kept.set(key, value)),
  }
}

test('a value is read back from the storage itself', () => {
  const below = storageOf({})
  const storage = createKeptStorage(() => below)
  storage.write('a', '1')
  expect(below.getItem('a')).toBe('1')
  expect(storage.read('a')).toBe('1')
  below.setItem('a', '2')
  expect(storage.read('a')).toBe('2')
  storage.remove('a')
  expect(below.getItem('a')).toBeNull()
  expect(storage.isLasting()).toBe(true)
})

test('a blocked storage is replaced by memory', () => {
  const storage = createKeptStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(storage.read('a')).toBeNull()
  storage.write('a', '1')
  expect(storage.read('a')).toBe('1')
  expect(storage.isLasting()).toBe(false)
  storage.remove('a')
  expect(storage.read('a')).toBeNull()
})

test('a full storage keeps the new value in memory, over the old one that it holds', () => {
  const below = storageOf({ a: 'old' }, () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const storage = createKeptStorage(() => below)
  storage.write('a', 'new')
  expect(storage.read('a')).toBe('new')
  storage.remove('a')
  expect(storage.read('a')).toBeNull()
})
