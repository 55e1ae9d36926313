import type { Queryable } from '#server/database/database.ts'

/** Names are quoted for SQL. */
export interface StoredTable {
  name: string
  columns: readonly { name: string; type: string; isIdentity: boolean }[]
}

/** Deeper references must be circular. */
const MAX_DEPTH = 100

/** All tables except `migration`, each after the tables that it refers to. Rejects circular references. */
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

/** Values of a row as PostgreSQL writes them, in the order of the table's columns. */
export type RowTexts = readonly (string | null)[]

const ROWS_PER_BATCH = 500

/** Equal values have equal texts in every database, until the transaction ends. */
export async function writeTextAlike(connection: Queryable): Promise<void> {
  await connection.query(
    `SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
       set_config('IntervalStyle', 'postgres', true), set_config('bytea_output', 'hex', true),
       set_config('extra_float_digits', '1', true)`,
  )
}

/** Yields batches. Call it inside a transaction, for one table at a time. */
export async function* readRows(connection: Queryable, table: StoredTable): AsyncGenerator<RowTexts[]> {
  // One array of texts would take the embedded engine twice as long.
  const keys = table.columns.map((_, index) => `value_${index}`)
  const texts = table.columns.map(({ name }, index) => `${name}::text AS ${keys[index]}`).join(', ')
  await connection.query(`DECLARE stored NO SCROLL CURSOR FOR SELECT ${texts} FROM ${table.name}`)
  for (;;) {
    const rows = await connection.query<Record<string, string | null>>(`FETCH ${ROWS_PER_BATCH} FROM stored`)
    if (rows.length === 0) break
    yield rows.map((row) => keys.map((key) => row[key] ?? null))
  }
  await connection.query('CLOSE stored')
}

export async function insertRows(
  connection: Queryable,
  table: StoredTable,
  rows: readonly RowTexts[],
): Promise<void> {
  const names = table.columns.map(({ name }) => name).join(', ')
  const values = table.columns.map(({ type }, index) => `value_${index}::${type}`).join(', ')
  const lists = table.columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const aliases = table.columns.map((_, index) => `value_${index}`).join(', ')
  await connection.query(
    `INSERT INTO ${table.name} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM unnest(${lists}) AS stored (${aliases})`,
    table.columns.map((_, index) => rows.map((texts) => texts[index] ?? null)),
  )
}

/** New ids continue after the inserted ones. */
export async function continueIdentities(connection: Queryable, table: StoredTable): Promise<void> {
  for (const { name } of table.columns.filter(({ isIdentity }) => isIdentity)) {
    await connection.query(
      `SELECT setval(pg_get_serial_sequence($1::text, $2::text), coalesce(max(${name}), 1), max(${name}) IS NOT NULL)
       FROM ${table.name}`,
      [table.name, name],
    )
  }
}
