import { expect, test } from 'vitest'

import { openMemoryDatabase, openTestDatabase } from '#server/testing/database.ts'

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

test('replacing a row again and again does not make the database grow', async () => {
  const database = await openTestDatabase()
  await database.query('CREATE TABLE item (id integer PRIMARY KEY, bytes bytea)')
  await database.query('ALTER TABLE item ALTER bytes SET STORAGE EXTERNAL')
  const megabytes = async () => {
    const [row] = await database.query<{ table_mb: number; log_mb: number }>(
      `SELECT pg_total_relation_size('item') / 1e6::float AS table_mb,
        (SELECT sum(size) FROM pg_ls_waldir()) / 1e6::float AS log_mb`,
    )
    return row ?? { table_mb: 0, log_mb: 0 }
  }
  for (let round = 0; round < 300; round += 1) {
    await database.transaction((connection) =>
      connection.query(
        `INSERT INTO item VALUES (1, decode(repeat('00', 500000), 'hex'))
         ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes`,
      ),
    )
  }
  const after = await megabytes()
  // 150 MB were written. The remains of fifty writes can wait for the next vacuum.
  expect(after.table_mb).toBeLessThan(60)
  expect(after.log_mb).toBeLessThan(110)
})
