import { describe, expect, test } from 'vitest'

import { createProgressCounter, type Progress } from './progress.ts'

describe('the progress of a fill', () => {
  test('counts what is read over several plans, and reports its end once', () => {
    const reported: Progress[] = []
    const counter = createProgressCounter((progress) => reported.push(progress))
    counter.setRemaining(730)
    counter.add(100.4)
    counter.setRemaining(629.7)
    counter.add(629.6)
    counter.setRemaining(0.1)
    expect(reported).toEqual([
      { done: 0, total: 730 },
      { done: 100, total: 730 },
      { done: 100, total: 730 },
      { done: 730, total: 730 },
    ])
    expect(counter.current()).toBeNull()
  })

  test('does not count what a running server catches up every day', () => {
    const reported: Progress[] = []
    const counter = createProgressCounter((progress) => reported.push(progress))
    counter.setRemaining(0.2)
    counter.add(0.2)
    expect(reported).toEqual([])
    counter.setRemaining(30)
    expect(counter.current()).toEqual({ done: 0, total: 30 })
  })
})
