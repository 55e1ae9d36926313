import { expect, test, vi } from 'vitest'

import { forgetVisits, noteVisit } from './last-visit.ts'

const MINUTE_MS = 60_000
const at = (minute: number) => Date.parse('2026-11-24T09:00Z') + minute * MINUTE_MS

test('a visit lasts while its user comes back within half an hour, and signing out forgets it', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  expect(noteVisit(at(0))).toBeNull()
  expect(noteVisit(at(20))).toBeNull()
  expect(noteVisit(at(90))).toBe(at(20))
  expect(noteVisit(at(100))).toBe(at(20))
  expect(noteVisit(at(200))).toBe(at(100))
  forgetVisits()
  expect(noteVisit(at(300))).toBeNull()
})
