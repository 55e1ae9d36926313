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

function dumpFile(): string {
  const state = createHash('sha256')
    .update(JSON.stringify([MIGRATIONS, process.version]))
    .digest('hex')
  return join(tmpdir(), `energy-metrics-test-database-${state.slice(0, 16)}.tar`)
}

/** A migrated data folder; made once a machine and schema, since that takes two seconds. */
export async function migratedDump(): Promise<Uint8Array> {
  const file = dumpFile()
  const kept = await readFile(file).catch(() => null)
  if (kept) return kept
  const engine = await openEmbeddedEngine({})
  const database = await createEmbeddedDatabase(engine)
  const dump = await engine.dump()
  await database.close()
  // Several test processes may be here at once: each one's file is whole when it gets its name.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, dump)
  await rename(draft, file)
  return dump
}

/** A fresh, migrated database in memory. Whoever opens it closes it; inside a test use `openTestDatabase`. */
export async function openMemoryDatabase(): Promise<Database> {
  return createEmbeddedDatabase(await openEmbeddedEngine({ dump: await migratedDump() }))
}

/** A fresh, migrated database in memory, closed when the test ends. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openMemoryDatabase()
  onTestFinished(() => database.close())
  return database
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The URL of a fresh, empty database on the server of `TEST_DATABASE_URL`, dropped when the test ends. */
async function createPostgresqlTestUrl(): Promise<string> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  onTestFinished(() => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function openPostgresqlTestDatabase(): Promise<Database> {
  const database = await createPostgresqlDatabase(await createPostgresqlTestUrl())
  onTestFinished(() => database.close())
  return database
}

const EMBEDDED = { engine: 'embedded', open: openTestDatabase }
const POSTGRESQL = { engine: 'PostgreSQL', open: openPostgresqlTestDatabase }
/** On a developer's machine PostgreSQL may be missing; in continuous integration its tests fail without it. */
const hasPostgresql = process.env['TEST_DATABASE_URL'] !== undefined || process.env['CI'] !== undefined

/**
 * The same tests on the embedded engine and on PostgreSQL (the server of `TEST_DATABASE_URL`), each in a fresh, migrated
 * database that `open` gives and that goes when the test ends.
 */
export function describeOnBothEngines(name: string, define: (open: () => Promise<Database>) => void): void {
  describe.each(hasPostgresql ? [EMBEDDED, POSTGRESQL] : [EMBEDDED])(`${name} ($engine)`, ({ open }) => {
    define(open)
  })
}

/** Tests of what only PostgreSQL can do; `createUrl` gives the address of a fresh, empty database. */
export function describeOnPostgresql(name: string, define: (createUrl: () => Promise<string>) => void): void {
  describe.each(hasPostgresql ? [{ createUrl: createPostgresqlTestUrl }] : [])(
    `${name} (PostgreSQL)`,
    ({ createUrl }) => {
      define(createUrl)
    },
  )
}
