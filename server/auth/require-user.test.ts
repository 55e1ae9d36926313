import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createStoredCheck } from './require-user.ts'

/** A database that answers one statement at a time, on `answerNext`, with what was stored when the statement arrived. */
function slowDatabase() {
  const stored = new Map<number, number>()
  const pending: (() => void)[] = []
  const statements: (readonly number[])[] = []
  return {
    stored,
    statements,
    answerNext: () => pending.shift()?.(),
    readVersions(ids: readonly number[]) {
      statements.push(ids)
      const found = new Map([...stored].filter(([id]) => ids.includes(id)))
      return new Promise<Map<number, number>>((resolve) => pending.push(() => resolve(found)))
    },
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

describe('createStoredCheck', () => {
  test('sends one statement for all requests that wait at the same time', async () => {
    const database = slowDatabase()
    database.stored.set(1, 7).set(2, 3)
    const check = createStoredCheck((ids: readonly number[]) => database.readVersions(ids))
    const answers = [check(1), check(2), check(1), check(9)]
    await nextTurn()
    expect(database.statements).toEqual([[1, 2, 9]])
    database.answerNext()
    expect(await Promise.all(answers)).toEqual([7, 3, 7, null])
  })

  test('never answers a request with values that were read before it came', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('ask', 'change', 'answer'), { maxLength: 40 }),
        async (steps) => {
          const database = slowDatabase()
          database.stored.set(1, 1)
          const check = createStoredCheck((ids: readonly number[]) => database.readVersions(ids))
          const calls: { since: number; answer: Promise<number | null> }[] = []
          for (const step of steps) {
            const version = database.stored.get(1) ?? 0
            if (step === 'ask') calls.push({ since: version, answer: check(1) })
            if (step === 'change') database.stored.set(1, version + 1)
            if (step === 'answer') database.answerNext()
            await nextTurn()
          }
          for (let rest = 0; rest <= steps.length; rest += 1) {
            database.answerNext()
            await nextTurn()
          }
          for (const { since, answer } of calls) expect(await answer).toBeGreaterThanOrEqual(since)
        },
      ),
    )
  })

  test('rejects the waiting requests when the database fails, and asks again for the next one', async () => {
    let isDown = true
    const check = createStoredCheck(async () => {
      if (isDown) throw new Error('down')
      return new Map([[1, 5]])
    })
    await expect(check(1)).rejects.toThrow('down')
    isDown = false
    expect(await check(1)).toBe(5)
  })
})
