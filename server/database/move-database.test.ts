import { expect, onTestFinished, test } from 'vitest'

import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import { describeOnPostgresql, openTestDatabase } from '#server/testing/database.ts'
import { storeOneOfEverything } from '#server/testing/one-of-everything.ts'

import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import { moveDatabase } from './move-database.ts'
import { readStoredTables } from './stored-tables.ts'

describeOnPostgresql('moving a database', (createUrl) => {
  async function openBoth(): Promise<{ from: Database; to: Database }> {
    const to = await createPostgresqlDatabase(await createUrl())
    onTestFinished(() => to.close())
    const from = await openTestDatabase()
    await storeOneOfEverything(from)
    return { from, to }
  }
  const move = (both: { from: Database; to: Database }, mayReplace = false) =>
    moveDatabase({ ...both, mayReplace, onProgress: () => undefined })

  async function rowsOf(database: Database, table: string): Promise<unknown[]> {
    const rows = await database.query<{ text: string }>(`SELECT ${table}::text AS text FROM ${table}`)
    return rows.map(({ text }) => text).toSorted()
  }

  test('copies every row of every table, and continues the ids', async () => {
    const { from, to } = await openBoth()
    const seen: { done: number; total: number }[] = []
    const { rows } = await moveDatabase({
      from,
      to,
      mayReplace: false,
      onProgress: (progress) => seen.push(progress),
    })
    expect(seen.at(-1)).toEqual({ done: rows, total: rows })
    const tables = (await readStoredTables(from)).map(({ name }) => name)
    expect(tables).toEqual(
      expect.arrayContaining(['series', 'chunk', 'revision', 'app_user', 'setting', 'weather_version']),
    )
    expect(tables.indexOf('series')).toBeLessThan(tables.indexOf('chunk'))
    await to.query("DELETE FROM setting WHERE name = 'moved_from'")
    for (const table of tables) expect(await rowsOf(to, table)).toEqual(await rowsOf(from, table))
    const [next] = await to.query<{ id: number }>(
      "INSERT INTO series (area, quantity, kind) VALUES ('FR', 'load', 'new') RETURNING id",
    )
    expect(next?.id).toBe(701)
    expect(await to.query('SELECT count(*)::int AS n FROM migration')).toEqual([{ n: MIGRATIONS.length }])
  })

  test('can be repeated, and then the target holds what the source holds now', async () => {
    const both = await openBoth()
    await move(both)
    await both.from.query("UPDATE chunk SET source = 'later' WHERE series_id = 1")
    await both.from.query('UPDATE revision SET number = 42')
    await move(both)
    await move(both)
    expect(await both.to.query("SELECT series_id FROM chunk WHERE source = 'later'")).toEqual([
      { series_id: 1 },
    ])
  })

  test('never overwrites data that is not its own copy', async () => {
    const both = await openBoth()
    await both.to.query("INSERT INTO series (area, quantity, kind) VALUES ('PL', 'load', 'actual')")
    await expect(move(both)).rejects.toThrow('The target holds other data already')
    expect(await both.to.query('SELECT area FROM series')).toEqual([{ area: 'PL' }])
    await move(both, true)
    expect(await both.to.query("SELECT area FROM series WHERE area = 'PL'")).toEqual([])
  })

  test('never overwrites data newer than the copy', async () => {
    const both = await openBoth()
    await move(both)
    await both.to.query('UPDATE revision SET number = number + 1')
    await expect(move(both)).rejects.toThrow('The target has changed since it was copied')
    await move(both, true)
  })

  test('leaves nothing behind if the copy differs', async () => {
    const both = await openBoth()
    await both.to.query(
      `CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.value := 'spoiled'; RETURN NEW; END $$`,
    )
    await both.to.query('CREATE TRIGGER spoil BEFORE INSERT ON setting FOR EACH ROW EXECUTE FUNCTION spoil()')
    await expect(move(both)).rejects.toThrow('The copy of setting is not the same: nothing was moved.')
    expect(await both.to.query('SELECT * FROM series')).toEqual([])
  })
})
