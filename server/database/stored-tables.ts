import type { Queryable } from './database.ts'

/** A table as the database itself describes it. Names are quoted. */
export interface StoredTable {
  name: string
  columns: readonly { name: string; type: string; isIdentity: boolean }[]
}

interface ColumnRow {
  oid: number
  table_name: string
  column_name: string
  type: string
  is_identity: boolean
}

/** The version of the schema is not content: each end has its own. */
const SCHEMA_TABLE = 'migration'

async function readColumns(connection: Queryable): Promise<ColumnRow[]> {
  return connection.query<ColumnRow>(
    `SELECT pg_class.oid::int AS oid, quote_ident(relname) AS table_name, quote_ident(attname) AS column_name,
       format_type(atttypid, atttypmod) AS type, attidentity <> '' AS is_identity
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> $1::text
       AND attnum > 0 AND NOT attisdropped
     ORDER BY relname, attnum`,
    [SCHEMA_TABLE],
  )
}

/** All tables. A table comes after the tables it refers to. */
export async function readStoredTables(connection: Queryable): Promise<StoredTable[]> {
  const columns = await readColumns(connection)
  const references = await connection.query<{ child: number; parent: number }>(
    "SELECT conrelid::int AS child, confrelid::int AS parent FROM pg_constraint WHERE contype = 'f'",
  )
  const waiting = new Set(columns.map(({ oid }) => oid))
  const inOrder: number[] = []
  while (waiting.size > 0) {
    const free = [...waiting].filter((oid) =>
      references.every(({ child, parent }) => child !== oid || parent === oid || !waiting.has(parent)),
    )
    if (free.length === 0) throw new Error('Tables refer to each other in a circle')
    for (const oid of free) waiting.delete(oid)
    inOrder.push(...free)
  }
  return inOrder.map((oid) => {
    const own = columns.filter((column) => column.oid === oid)
    return {
      name: own[0]?.table_name ?? '',
      columns: own.map(({ column_name, type, is_identity }) => ({
        name: column_name,
        type,
        isIdentity: is_identity,
      })),
    }
  })
}
