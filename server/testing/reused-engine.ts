import { openEmbeddedEngine, type EmbeddedEngine } from '#server/database/embedded/engine.ts'

/** The rows of a fresh database. A reset restores them, but not a schema that a test has changed. */
interface FreshState {
  schema: string
  tables: { name: string; rows: string | null }[]
}

interface IdleEngine {
  engine: EmbeddedEngine
  fresh: FreshState
}

/** Engines of this test process that wait for their next test. */
const idle: IdleEngine[] = []

const TABLES =
  "SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"

/** Changes with every table, column, default, constraint, trigger, function, view, schema and stored setting. */
const SCHEMA = `SELECT json_build_array(
  (SELECT json_agg(a ORDER BY attrelid, attnum) FROM (
     SELECT attrelid, attnum, attname, atttypid, attnotnull, attstorage FROM pg_attribute
     JOIN pg_class ON pg_class.oid = attrelid WHERE relnamespace = 'public'::regnamespace) AS a),
  (SELECT json_agg(oid ORDER BY oid) FROM pg_attrdef),
  (SELECT json_agg(oid ORDER BY oid) FROM pg_constraint),
  (SELECT json_agg(oid ORDER BY oid) FROM pg_trigger),
  (SELECT json_agg(oid ORDER BY oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
  (SELECT json_agg(oid ORDER BY oid) FROM pg_namespace WHERE nspname NOT LIKE 'pg_%'),
  (SELECT count(*) FROM pg_db_role_setting))::text`

/** The only column of the rows of a statement, as text; null where it is null. */
async function readColumn(engine: EmbeddedEngine, statement: string): Promise<(string | null)[]> {
  const rows = await engine.query(statement, [])
  return rows.map((row) => {
    const value: unknown = Object.values(row)[0]
    return typeof value === 'string' ? value : null
  })
}

async function readFreshState(engine: EmbeddedEngine): Promise<FreshState> {
  const tables: FreshState['tables'] = []
  for (const name of await readColumn(engine, TABLES)) {
    const [rows = null] = await readColumn(engine, `SELECT json_agg(t)::text FROM "${name}" AS t`)
    tables.push({ name: name ?? '', rows })
  }
  return { schema: await readSchema(engine), tables }
}

async function readSchema(engine: EmbeddedEngine): Promise<string> {
  return (await readColumn(engine, SCHEMA))[0] ?? ''
}

/** Makes an engine as fresh as it was; false where a test changed the schema. */
async function reset(engine: EmbeddedEngine, { schema, tables }: FreshState): Promise<boolean> {
  await engine.script('ROLLBACK')
  await engine.script('DISCARD ALL')
  if ((await readSchema(engine)) !== schema) return false
  await engine.script(`TRUNCATE ${tables.map(({ name }) => `"${name}"`).join(', ')} RESTART IDENTITY`)
  for (const { name, rows } of tables) {
    if (rows === null) continue
    const restore = `INSERT INTO "${name}" OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::"${name}", $1::json)`
    await engine.query(restore, [rows])
  }
  return true
}

/**
 * An engine as fresh as one opened from the dump. Opening costs about a second of work, so an engine that was closed is reset and
 * given out again within the same test process.
 */
export async function openReusedEngine(readDump: () => Promise<Uint8Array>): Promise<EmbeddedEngine> {
  const { engine, fresh } = idle.pop() ?? (await openFreshEngine(await readDump()))
  let isClosed = false
  const whileOpen = async <Result>(work: () => Promise<Result>) => {
    if (isClosed) throw new Error('The test has closed its database')
    return work()
  }
  return {
    query: (text, parameters) => whileOpen(() => engine.query(text, parameters)),
    script: (text) => whileOpen(() => engine.script(text)),
    close: () =>
      whileOpen(async () => {
        isClosed = true
        if (await reset(engine, fresh).catch(() => false)) idle.push({ engine, fresh })
        else await engine.close()
      }),
  }
}

async function openFreshEngine(dump: Uint8Array): Promise<IdleEngine> {
  const engine = await openEmbeddedEngine({ dump })
  return { engine, fresh: await readFreshState(engine) }
}
