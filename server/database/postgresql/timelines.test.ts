import { expect, test } from 'vitest'

import { createTimelines, REMEMBERED_MS } from './timelines.ts'

function follow() {
  let nowMs = 0
  const timelines = createTimelines(() => nowMs)
  return { ...timelines, pass: (ms: number) => (nowMs += ms) }
}

test('the primary is used, a stand-by is not', () => {
  const { note, isCurrent } = follow()
  expect(note('one', '00000001')).toBeNull()
  expect(note('two', null)).toBe('is a stand-by')
  expect(isCurrent('one', '00000001')).toBe(true)
})

test('a primary that another has followed is not used, nor is a connection to it', () => {
  const { note, isCurrent } = follow()
  note('one', '00000001')
  expect(note('two', '00000002')).toBeNull()
  expect(isCurrent('one', '00000001')).toBe(false)
  expect(note('one', '00000001')).toBe('is an old primary, which two has followed')
})

test('a host that becomes a stand-by, or a primary of a lower timeline, has followed nobody any more', () => {
  for (const undone of [null, '00000001']) {
    const { note } = follow()
    note('two', '00000002')
    expect(note('one', '00000001')).toMatch(/^is an old primary/)
    note('two', undone)
    expect(note('one', '00000001')).toBeNull()
  }
})

test('a stand-by at the address of the primary closes no connection that works', () => {
  const { note, isCurrent } = follow()
  note('proxy', '00000001')
  note('proxy', null)
  expect(isCurrent('proxy', '00000001')).toBe(true)
})

test('a newest primary that answers no more is waited for, and then given up', () => {
  const { note, isCurrent, pass } = follow()
  note('two', '00000002')
  pass(REMEMBERED_MS - 1000)
  expect(note('one', '00000001')).toBe('is an old primary, which two has followed')
  pass(1000)
  expect(note('one', '00000001')).toBeNull()
  expect(isCurrent('one', '00000001')).toBe(true)
})

test('behind one address the server that answered last counts, also with a lower timeline', () => {
  const { note, isCurrent } = follow()
  note('proxy', '00000001')
  expect(note('proxy', '00000002')).toBeNull()
  expect(isCurrent('proxy', '00000001')).toBe(false)
  expect(note('proxy', '00000001')).toBeNull()
  expect(isCurrent('proxy', '00000002')).toBe(false)
})
