import { expect, test } from 'vitest'

import { openMemoryDatabase } from '#server/testing/database.ts'

test('closing finishes the statement that runs and refuses those that wait', async () => {
  const database = await openMemoryDatabase()
  const statements = Array.from({ length: 100 }, (_, index) =>
    database.query<{ index: number }>('SELECT $1::int AS index, count(*) FROM generate_series(1, 100000)', [
      index,
    ]),
  )
  const settled = Promise.allSettled(statements)
  await statements[0]
  await database.close()
  const outcomes = await settled
  const answered = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(answered.length).toBeGreaterThan(0)
  expect(answered.length).toBeLessThan(10)
  expect(outcomes.at(-1)).toMatchObject({ reason: { name: 'DatabaseError' } })
})
