import { createHash, randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'
import { describe, onTestFinished } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { createEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import { openEmbeddedEngine } from '#server/database/embedded/engine.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'

import { openReusedEngine } from './reused-engine.ts'

/** Changes with the migrations. */
function schemaHash(): string {
  return createHash('sha256')
    .update(JSON.stringify([MIGRATIONS, process.version]))
    .digest('hex')
    .slice(0, 16)
}

/** A migrated data folder, made once for a machine and schema because that takes some seconds. */
export async function migratedDump(): Promise<Uint8Array> {
  const file = join(tmpdir(), `energy-metrics-test-database-${schemaHash()}.tar`)
  const kept = await readFile(file).catch(() => null)
  if (kept) return kept
  const engine = await openEmbeddedEngine({})
  const database = await createEmbeddedDatabase(engine)
  const dump = await engine.dump()
  await database.close()
  // Several test processes may do this at once: a file gets its name when it is whole.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, dump)
  await rename(draft, file)
  return dump
}

/** A fresh, migrated database in memory. The caller closes it; inside a test use `openTestDatabase`. */
export async function openMemoryDatabase(): Promise<Database> {
  return createEmbeddedDatabase(await openReusedEngine(migratedDump))
}

export async function openTestDatabase(): Promise<Database> {
  const database = await openMemoryDatabase()
  onTestFinished(() => database.close())
  return database
}

/** A database that does something around each statement, but for those in transactions. */
export function aroundQueries(
  database: Database,
  around: <Row>(text: string, query: () => Promise<Row[]>) => Promise<Row[]>,
): Database {
  return {
    ...database,
    query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
      around(text, () => database.query<Row>(text, parameters)),
  }
}

function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server')
  return url
}

async function onServer(statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

/** The name of a migrated database to copy, made once for a server and schema. */
async function postgresqlTemplate(): Promise<string> {
  const name = `test_template_${schemaHash()}`
  const exists = async () =>
    (await onServer(`SELECT 1 FROM pg_database WHERE datname = '${name}'`)).length > 0
  if (await exists()) return name
  const draft = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${draft}`)
  const database = await createPostgresqlDatabase(urlOf(draft))
  await database.close()
  try {
    await onServer(`ALTER DATABASE ${draft} RENAME TO ${name}`)
  } catch (error) {
    // Another test process may have been faster.
    if (!(await exists())) throw error
    await onServer(`DROP DATABASE ${draft}`)
  }
  return name
}

/** The URL of a fresh database on the server of `TEST_DATABASE_URL`, empty without a template, dropped when the test ends. */
async function createPostgresqlTestUrl(template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`CREATE DATABASE ${name}${template === undefined ? '' : ` TEMPLATE ${template}`}`)
  onTestFinished(async () => {
    await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
  return urlOf(name)
}

async function openPostgresqlTestDatabase(): Promise<Database> {
  const database = await createPostgresqlDatabase(await createPostgresqlTestUrl(await postgresqlTemplate()))
  onTestFinished(() => database.close())
  return database
}

/** A developer's machine may not have PostgreSQL. In continuous integration the tests fail without it. */
const hasPostgresql = process.env['TEST_DATABASE_URL'] !== undefined || process.env['CI'] !== undefined

/** By this tag `npm test` leaves them out, and `npm run test:rest` finds them. */
const ON_POSTGRESQL = { tags: ['postgresql'] }

/**
 * Runs the same tests on the embedded engine and on PostgreSQL (the server of `TEST_DATABASE_URL`). `open` gives each test a
 * fresh, migrated database, which is removed when the test ends. Refusals and arithmetic need one engine only.
 */
export function describeOnBothEngines(name: string, define: (open: () => Promise<Database>) => void): void {
  describe(`${name} (embedded)`, () => {
    define(openTestDatabase)
  })
  describe.skipIf(!hasPostgresql)(`${name} (PostgreSQL)`, ON_POSTGRESQL, () => {
    define(openPostgresqlTestDatabase)
  })
}

/**
 * Runs tests of what only PostgreSQL can do. `createUrl` gives the address of a fresh database: empty, or a copy of another one of
 * the same server, by its name.
 */
export function describeOnPostgresql(
  name: string,
  define: (createUrl: (template?: string) => Promise<string>) => void,
): void {
  // A file may have no other tests, and a file without any fails.
  describe.skipIf(!hasPostgresql)(`${name} (PostgreSQL)`, ON_POSTGRESQL, () => {
    define(createPostgresqlTestUrl)
  })
}
