import type { EmbeddedEngine } from './engine.ts'

/**
 * Does what a PostgreSQL server does by itself in the background: frees the space of replaced rows, counts rows for the
 * planner, and cuts the write-ahead log. Without it a folder grows with every poll.
 */
export async function vacuumAndCheckpoint(engine: EmbeddedEngine): Promise<void> {
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
 * Reads all rows, once in the order of storage and once through each index. This way the engine checks the checksum of every page
 * with rows, and notices rows that are missing at the end of a cut file. Rejects if something is damaged.
 */
export async function readEverything(engine: EmbeddedEngine): Promise<void> {
  await engine.script(`
    DO $$
    DECLARE
      holder regclass;
      keys text;
      rows_read bigint;
      rows_by_key bigint;
    BEGIN
      SET LOCAL enable_bitmapscan = off;
      SET LOCAL enable_indexonlyscan = off;
      FOR holder IN SELECT oid FROM pg_class WHERE relkind IN ('r', 't') LOOP
        SET LOCAL enable_seqscan = on;
        SET LOCAL enable_indexscan = off;
        EXECUTE format('SELECT count(*) FROM %s', holder) INTO rows_read;
        SET LOCAL enable_seqscan = off;
        SET LOCAL enable_indexscan = on;
        FOR keys IN
          SELECT (SELECT string_agg(pg_get_indexdef(indexrelid, place, true), ', ' ORDER BY place)
                  FROM generate_series(1, indnkeyatts) AS place)
          FROM pg_index WHERE indrelid = holder AND indpred IS NULL
        LOOP
          EXECUTE format('SELECT count(*) FROM (SELECT FROM %s ORDER BY %s OFFSET 0) AS ordered', holder, keys)
            INTO rows_by_key;
          IF rows_by_key <> rows_read THEN
            RAISE 'table % has % rows, but % by its index (%)', holder, rows_read, rows_by_key, keys
              USING ERRCODE = 'data_corrupted';
          END IF;
        END LOOP;
      END LOOP;
    END $$`)
}
