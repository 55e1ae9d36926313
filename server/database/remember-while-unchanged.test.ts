import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { createEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import type { EmbeddedEngine } from '#server/database/embedded/engine.ts'

import { rememberWhileUnchanged } from './remember-while-unchanged.ts'

interface Statement {
  text: string
  value: unknown
  answer: (rows: object[]) => void
}

/** An engine that keeps one value. It runs a statement when told, and answers it when told again. */
function createSlowEngine() {
  let stored: unknown = 0
  let written: unknown = 0
  let running: { statement: Statement; rows: object[] } | null = null
  let isSlow = false
  const sent: Statement[] = []

  function run({ text, value }: Statement): object[] {
    if (text === 'BEGIN' || text === 'ROLLBACK') written = stored
    if (text === 'COMMIT') stored = written
    if (text.startsWith('UPDATE')) written = value
    if (text === 'UPDATE alone') stored = value
    return text.startsWith('SELECT') ? [{ value: stored }] : []
  }
  const engine: EmbeddedEngine = {
    async query(text, [value]) {
      if (!isSlow) return []
      return new Promise((answer) => sent.push({ text, value, answer }))
    },
    script: async () => undefined,
    close: async () => undefined,
  }
  return {
    engine,
    beSlow: () => (isSlow = true),
    isIdle: () => running === null && sent.length === 0,
    goOn() {
      if (running === null) {
        const statement = sent.shift()
        if (statement) running = { statement, rows: run(statement) }
      } else {
        running.statement.answer(running.rows)
        running = null
      }
    },
  }
}

async function openSlowDatabase() {
  const engine = createSlowEngine()
  const database = await createEmbeddedDatabase(engine.engine)
  engine.beSlow()
  let reads = 0
  const value = rememberWhileUnchanged(database, async (_key: string) => {
    reads += 1
    const [row] = await database.query<{ value: number }>('SELECT value')
    return row?.value ?? null
  })
  return { database, engine, ask: () => value('the value'), reads: () => reads }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))
const STEPS = ['ask', 'update', 'commit', 'roll back', 'go on', 'go on', 'go on'] as const

describe('what is remembered', () => {
  test('is what is stored by every change that was over before it was asked for, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...STEPS), { maxLength: 60 }), async (steps) => {
        const { database, engine, ask } = await openSlowDatabase()
        const asked: { atLeast: number; answer: Promise<number | null> }[] = []
        let [lastMade, lastOver] = [0, 0]
        const isOver = (made: number) => () => (lastOver = Math.max(lastOver, made))
        for (const step of steps) {
          if (step === 'ask') asked.push({ atLeast: lastOver, answer: ask() })
          if (step === 'go on') engine.goOn()
          if (step === 'update' || step === 'commit') {
            lastMade += 1
            const made = lastMade
            const change =
              step === 'update'
                ? database.query('UPDATE alone', [made])
                : database.transaction((connection) => connection.query('UPDATE', [made]))
            void change.then(isOver(made))
          }
          if (step === 'roll back') {
            const change = database.transaction(async (connection) => {
              await connection.query('UPDATE', [-1])
              throw new Error('changed my mind')
            })
            change.catch(() => null)
          }
          await nextTurn()
        }
        while (!engine.isIdle()) {
          engine.goOn()
          await nextTurn()
        }
        for (const { atLeast, answer } of asked) expect(await answer).toBeGreaterThanOrEqual(atLeast)
        const end = ask()
        await nextTurn()
        for (let index = 0; index < 2; index += 1) engine.goOn()
        expect(await end).toBe(lastMade)
      }),
      { numRuns: 300 },
    )
  })

  test('is read once while there are only reads, and again after a change, even one that failed', async () => {
    const { database, engine, ask, reads } = await openSlowDatabase()
    const finished = async <Result>(work: Promise<Result>): Promise<Result> => {
      await nextTurn()
      while (!engine.isIdle()) {
        engine.goOn()
        await nextTurn()
      }
      return work
    }
    await finished(ask())
    await finished(database.query('SELECT value'))
    await finished(ask())
    expect(reads()).toBe(1)
    await finished(database.query('UPDATE alone', [1]))
    expect(await finished(ask())).toBe(1)
    expect(reads()).toBe(2)
    const failing = database.transaction(() => Promise.reject(new Error('no'))).catch(() => null)
    await finished(failing)
    await finished(ask())
    expect(reads()).toBe(3)
  })

  test('is not kept if something changed while it was being read', async () => {
    let count = 0
    const answers: ((value: string) => void)[] = []
    const ask = rememberWhileUnchanged(
      { changeCount: () => count },
      (_key: number) => new Promise<string>((resolve) => answers.push(resolve)),
    )
    const before = ask(1)
    count += 1
    const after = ask(1)
    answers[0]?.('old')
    expect(await before).toBe('old')
    const again = ask(1)
    answers[1]?.('new')
    answers[2]?.('new')
    expect(await Promise.all([after, again])).toEqual(['new', 'new'])
    expect(await ask(1)).toBe('new')
  })

  test('is nothing if others can change the data too, or if reading failed', async () => {
    let reads = 0
    const count = async () => {
      reads += 1
      return reads
    }
    const alwaysAgain = rememberWhileUnchanged({ changeCount: () => null }, count)
    expect([await alwaysAgain(0), await alwaysAgain(0)]).toEqual([1, 2])

    let isDown = true
    const ask = rememberWhileUnchanged({ changeCount: () => 0 }, async () => {
      if (isDown) throw new Error('down')
      return null
    })
    await expect(ask(0)).rejects.toThrow('down')
    isDown = false
    expect(await ask(0)).toBeNull()
  })
})
