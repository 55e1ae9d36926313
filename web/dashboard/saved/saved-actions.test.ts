import { expect, test } from 'vitest'

import { readDashboard, writeRunning } from '#web/dashboard/address/dashboard-url.ts'
import { STARTERS } from '#web/dashboard/address/starters.ts'

import { freeName } from './saved-actions.ts'

const named = (...names: string[]) => names.map((name) => ({ id: name, name, isStart: false }))

test('a copy gets a free name that is not too long', () => {
  expect(freeName('Wind', named('Wind'))).toBe('Wind (copy)')
  expect(freeName('Wind', named('Wind', 'Wind (copy)', 'Wind (copy 2)'))).toBe('Wind (copy 3)')
  expect(freeName('x'.repeat(80), [])).toBe(`${'x'.repeat(73)} (copy)`)
})

test('every starter is a dashboard as it would be saved', () => {
  for (const { query } of STARTERS) {
    const cards = readDashboard(query, Date.UTC(2026, 10, 20))
    if (cards === null || cards === 'broken') throw new Error(`Not a dashboard: ${query}`)
    expect(writeRunning(cards)).toBe(query)
  }
})
