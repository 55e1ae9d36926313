import type { Queryable } from './database.ts'

/** A table as the database itself describes it. Names are quoted. */
export interface StoredTable {
  name: string
  columns: readonly { name: string; type: string; isIdentity: boolean }[]
}

/** All tables but that of the schema's version, which each end has of its own. A table comes after the tables it refers to. */
export function readStoredTables(connection: Queryable): Promise<StoredTable[]> {
  return connection.query(
    `WITH RECURSIVE place AS (
       SELECT oid, 0 AS depth FROM pg_class
       WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> 'migration'
       UNION
       SELECT conrelid, depth + 1 FROM place JOIN pg_constraint ON confrelid = place.oid
       WHERE contype = 'f' AND conrelid <> confrelid
     )
     SELECT quote_ident(relname) AS name, (
       SELECT json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod),
         'isIdentity', attidentity <> '') ORDER BY attnum)
       FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     ) AS columns
     FROM place JOIN pg_class USING (oid) GROUP BY pg_class.oid, relname ORDER BY max(depth), relname`,
  )
}
