import { expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'

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
  // 150 MB were written. What fifty writes leave behind can wait for the next vacuum.
  expect(after.table_mb).toBeLessThan(60)
  expect(after.log_mb).toBeLessThan(110)
})
