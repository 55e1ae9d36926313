import { leaveSchema } from '#server/database/migrations.ts'
import { type DatabaseLocation, openDatabase } from '#server/database/open-database.ts'

/** Every table, column, index, view and function of a database as it stands, and the migrations that it notes. */
export async function readSchema(location: DatabaseLocation): Promise<string[]> {
  const database = await openDatabase(location, leaveSchema)
  try {
    const rows = await database.query<{ part: string }>(
      `SELECT concat_ws(' ', relkind::text, relname, attname, format_type(atttypid, atttypmod), attnotnull) AS part
       FROM pg_class LEFT JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
       WHERE relnamespace = current_schema()::regnamespace
       UNION ALL
       SELECT concat_ws(' ', 'function', proname) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
       UNION ALL
       SELECT concat_ws(' ', 'migration', number, title) FROM migration
       ORDER BY part`,
    )
    return rows.map(({ part }) => part)
  } finally {
    await database.close()
  }
}
