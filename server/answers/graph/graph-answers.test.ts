import { expect, test } from 'vitest'

import { createAnswerOnce, createAnswerQueue } from '#server/answers/sending/answer-once.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import { createRevision } from '#server/series/revision.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { createGraphAnswers } from './graph-answers.ts'
import { parseGraphQuery } from './query-request.ts'

const DAY = { category: 'wind', area: 'BE', frequency: 'D' } as const

function queryOf(number: number) {
  const end = new Date(Date.UTC(2020, 0, 2 + number)).toISOString().slice(0, 10)
  return parseGraphQuery({ ...DAY, time: ['2020-01-01 00:00', `${end} 00:00`] }, 'UTC')
}

test('other requests get their turn between two answers whose values arrive together', async () => {
  const database = await openTestDatabase()
  const store = createSeriesStore(database)
  const reads: (() => void)[] = []
  const clock = () => Date.UTC(2026, 0)
  const series: typeof store = {
    ...store,
    async read(keys, span) {
      const values = await store.read(keys, span)
      if (keys[0]?.kind === 'model') await new Promise<void>((resolve) => reads.push(resolve))
      return values
    },
  }
  const getAnswer = createGraphAnswers({
    readMeans: createReadMeans({ series, clock }),
    answerOnce: createAnswerOnce({ revision: createRevision(database), queue: createAnswerQueue() }),
    clock,
  })
  const happened: string[] = []
  const wanted = [1, 2, 3, 4].map(async (number) => {
    await getAnswer(queryOf(number), 'curves', null, number)
    happened.push('answer')
  })
  await expect.poll(() => reads.length).toBe(wanted.length)
  let isOver = false
  const loop = () => {
    happened.push('turn')
    if (!isOver) setImmediate(loop)
  }
  setImmediate(loop)
  for (const arrive of reads) arrive()
  await Promise.all(wanted)
  isOver = true
  expect(happened.join(' ')).not.toContain('answer answer')
})
