import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from 'pg'

import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'

/** A fresh database. `close` leaves it to other programs; `remove` closes and deletes it. */
export interface BenchDatabase {
  engine: string
  database: Database
  /** Its address, for other programs. */
  location: { dataDir: string } | { url: string }
  close(): Promise<void>
  remove(): Promise<void>
}

function closeOnce(database: Database): () => Promise<void> {
  let closing: Promise<void> | null = null
  return () => (closing ??= database.close())
}

export async function makeEmbedded(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const database = await openDatabase({ dataDir })
  const close = closeOnce(database)
  return {
    engine: 'embedded',
    database,
    location: { dataDir },
    close,
    async remove() {
      await close()
      await rm(dataDir, { recursive: true })
    },
  }
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

let made = 0

/** A fresh database on the server of `TEST_DATABASE_URL`. */
export async function makePostgresql(): Promise<BenchDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server')
  made += 1
  const name = `bench_${process.pid}_${made}`
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  const database = await openDatabase({ url })
  const close = closeOnce(database)
  return {
    engine: 'PostgreSQL',
    database,
    location: { url },
    close,
    async remove() {
      await close()
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

export const ENGINES = [makeEmbedded, makePostgresql] as const
