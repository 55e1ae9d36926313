import type { Queryable } from '#server/database/database.ts'
import type { MigrationConnection } from '#server/database/migrations.ts'

export interface RestoreTarget {
  /** Whether it holds tables that the product did not make. */
  isForeign: boolean
  /** Whether it holds values or users. */
  isUsed: boolean
  revision: number
}

async function exists(connection: Queryable, table: string): Promise<boolean> {
  const [row] = await connection.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [
    table,
  ])
  return row?.found === true
}

/** What a database of any version of the product holds. */
export async function readTarget(connection: Queryable): Promise<RestoreTarget> {
  const [tables] = await connection.query<{ count: number }>(
    "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
  )
  if (!(await exists(connection, 'migration')))
    return { isForeign: (tables?.count ?? 0) > 0, isUsed: false, revision: 0 }
  const [row] = await connection.query<{ revision: number; rows: number }>(
    'SELECT (SELECT number FROM revision) AS revision, (SELECT count(*) FROM series) + (SELECT count(*) FROM app_user) AS rows',
  )
  return { isForeign: false, isUsed: (row?.rows ?? 0) > 0, revision: row?.revision ?? 0 }
}

/** What an extension made stays. */
const OF_NO_EXTENSION = "NOT EXISTS (SELECT FROM pg_depend WHERE objid = own.oid AND deptype = 'e')"

/**
 * Removes every view, table and function of the product's schema, whatever version made them. Where a view elsewhere depends on
 * one of them, the database refuses.
 */
export async function emptySchema(connection: MigrationConnection): Promise<void> {
  const drops = await connection.query<{ statement: string }>(
    `SELECT statement FROM (
       SELECT 1 AS place, format('DROP VIEW %s', string_agg(own.oid::regclass::text, ', ')) AS statement, count(*)
       FROM pg_class AS own WHERE relkind = 'v' AND relnamespace = current_schema()::regnamespace AND ${OF_NO_EXTENSION}
       UNION ALL
       SELECT 2, format('DROP TABLE %s', string_agg(own.oid::regclass::text, ', ')), count(*)
       FROM pg_class AS own WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND ${OF_NO_EXTENSION}
       UNION ALL
       SELECT 3, format('DROP FUNCTION %s', string_agg(own.oid::regprocedure::text, ', ')), count(*)
       FROM pg_proc AS own WHERE pronamespace = current_schema()::regnamespace AND ${OF_NO_EXTENSION}
     ) AS drops WHERE count > 0 ORDER BY place`,
  )
  for (const { statement } of drops) await connection.script(statement)
}
