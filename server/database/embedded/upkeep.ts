import type { EmbeddedEngine } from './engine.ts'

/**
 * Does what a PostgreSQL server does by itself in the background: takes back the room of replaced rows, counts rows for the
 * planner, and cuts the write-ahead log. Without it a folder grows with every poll.
 */
export async function keepUp(engine: EmbeddedEngine): Promise<void> {
  await engine.query('CHECKPOINT', [])
  const tables = await engine.query(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
    [],
  )
  for (const table of tables) {
    if ('name' in table && typeof table.name === 'string') {
      await engine.query(`VACUUM (ANALYZE) ${table.name}`, [])
    }
  }
}

/**
 * Reads every page that holds rows, so that the engine compares its checksum, and makes the indexes again from the rows. Rejects
 * where a page is damaged.
 */
export async function readEverything(engine: EmbeddedEngine): Promise<void> {
  await engine.script(`
    DO $$ DECLARE holder regclass; BEGIN
      SET LOCAL enable_indexscan = off;
      SET LOCAL enable_indexonlyscan = off;
      SET LOCAL enable_bitmapscan = off;
      FOR holder IN SELECT oid FROM pg_class WHERE relkind IN ('r', 't') LOOP
        EXECUTE 'SELECT count(*) FROM ' || holder;
      END LOOP;
    END $$`)
  await engine.script('REINDEX SCHEMA public')
}
