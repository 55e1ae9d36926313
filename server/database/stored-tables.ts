import type { Queryable } from './database.ts'

/** A table as the database itself describes it. Names are quoted. */
export interface StoredTable {
  name: string
  columns: readonly { name: string; type: string; isIdentity: boolean }[]
}

/** Far more than there are tables: only a circle of references leads so far. */
const MAX_DEPTH = 100

/**
 * All tables but that of the schema's version, which each end has of its own. A table comes after the tables it refers to. Rejects where
 * tables refer to each other in a circle.
 */
export async function readStoredTables(connection: Queryable): Promise<StoredTable[]> {
  const tables = await connection.query<StoredTable & { depth: number }>(
    `WITH RECURSIVE place AS (
       SELECT oid, 0 AS depth FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migration'
       UNION
       SELECT conrelid, depth + 1 FROM place JOIN pg_constraint ON confrelid = place.oid
       WHERE contype = 'f' AND conrelid <> confrelid AND depth < ${MAX_DEPTH}
     )
     SELECT quote_ident(relname) AS name, max(depth) AS depth, (
       SELECT json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod),
         'isIdentity', attidentity <> '') ORDER BY attnum)
       FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     ) AS columns
     FROM place JOIN pg_class USING (oid) GROUP BY pg_class.oid, relname ORDER BY max(depth), relname`,
  )
  if (tables.some(({ depth }) => depth === MAX_DEPTH))
    throw new Error('Tables refer to each other in a circle')
  return tables.map(({ name, columns }) => ({ name, columns }))
}
