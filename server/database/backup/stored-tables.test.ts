import { expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'

import { readStoredTables } from './stored-tables.ts'

test('a table comes after those it refers to, and a circle is refused', async () => {
  const database = await openTestDatabase()
  await database.transaction(async (connection) => {
    await connection.query('CREATE TABLE a_leaf (id int PRIMARY KEY, own int REFERENCES a_leaf)')
    await connection.query('CREATE TABLE z_root (id int PRIMARY KEY)')
    await connection.query('ALTER TABLE a_leaf ADD COLUMN root int REFERENCES z_root')
    const names = (await readStoredTables(connection)).map(({ name }) => name)
    expect(names.indexOf('a_leaf')).toBeGreaterThan(names.indexOf('z_root'))
    expect(names).not.toContain('migration')
    await connection.query('ALTER TABLE z_root ADD COLUMN leaf int REFERENCES a_leaf')
    await expect(readStoredTables(connection)).rejects.toThrow('Tables refer to each other in a circle')
  })
})
