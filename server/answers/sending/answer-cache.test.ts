import { setImmediate as soon } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { createAnswerCache } from './answer-once.ts'

function createMaker(bytes: number) {
  const maker = {
    made: 0,
    make: async () => {
      maker.made += 1
      await soon()
      return Buffer.alloc(bytes)
    },
  }
  return maker
}

test('an answer is made once, also for those who ask while it is being made', async () => {
  const kept = createAnswerCache(1000)
  const maker = createMaker(100)
  const answers = await Promise.all([1, 2, 3].map(async () => kept('a', maker.make)))
  expect(new Set(answers).size).toBe(1)
  expect(await kept('a', maker.make)).toBe(answers[0])
  expect(maker.made).toBe(1)
})

test('answers that do not fit are given and not kept', async () => {
  const kept = createAnswerCache(1000)
  const large = createMaker(2000)
  const answers = await Promise.all([1, 2].map(async () => kept('a', large.make)))
  expect(answers.map((bytes) => bytes.byteLength)).toEqual([2000, 2000])
  await kept('a', large.make)
  expect(large.made).toBe(2)
  const maker = createMaker(300)
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  const all = await Promise.all(names.map(async (name) => kept(name, maker.make)))
  expect(all.map((bytes) => bytes.byteLength)).toEqual(names.map(() => 300))
  await kept('g', maker.make)
  await kept('g', maker.make)
  expect(maker.made).toBe(7)
})

test('everyone who waits gets the failure, and the next caller tries again', async () => {
  const kept = createAnswerCache(1000)
  const fail = async (): Promise<Buffer> => {
    await soon()
    throw new Error('the database does not answer')
  }
  const results = await Promise.allSettled([1, 2].map(async () => kept('a', fail)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await kept('a', createMaker(10).make)).byteLength).toBe(10)
})
