import type { EmbeddedEngine } from './engine.ts'

/**
 * What a PostgreSQL server does by itself in the background and one without background processes never does: take back the room
 * of replaced rows, count rows for the planner, and cut the write-ahead log. Without it a folder grows with every poll.
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
