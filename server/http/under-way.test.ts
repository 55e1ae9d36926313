import { expect, test } from 'vitest'

import { createUnderWay } from './under-way.ts'

test('an owner has so many under way, and another when one of them has ended', () => {
  const begin = createUnderWay(2, 'Wait.')
  const ends = [begin(7), begin(7)]
  expect(() => begin(7)).toThrow('Wait.')
  begin(8)
  ends[0]?.()
  ends[0]?.()
  begin(7)
  expect(() => begin(7)).toThrow('Wait.')
})

test('the wait that a refusal asks for grows to ten seconds', () => {
  const begin = createUnderWay(2, 'Wait.')
  const refuse = () => {
    try {
      return begin(7)
    } catch (error) {
      return error
    }
  }
  const ends = [begin(7), begin(7)]
  const waits = Array.from({ length: 70 }, refuse)
  expect(waits[0]).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
  expect(waits[3]).toMatchObject({ headers: { 'retry-after': '2' } })
  expect(waits[69]).toMatchObject({ headers: { 'retry-after': '10' } })
  for (const end of ends) end()
  ;[begin(7), begin(7)].forEach(String)
  expect(refuse()).toMatchObject({ headers: { 'retry-after': '1' } })
})
