import { execFile } from 'node:child_process'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { Client } from 'pg'
import { expect, onTestFinished, vi } from 'vitest'

import { freePort } from './process.ts'

const execute = promisify(execFile)

export const urlOf = ({ port }: { port: number }) => `postgres://postgres@127.0.0.1:${port}/postgres`

/** A PostgreSQL server that a test can stop, start and promote. It is removed when the test ends. */
export interface TestPostgresqlServer {
  port: number
  start(): Promise<void>
  kill(): Promise<void>
  /** A second server that follows this one, read-only until it is promoted. */
  startStandby(): Promise<TestPostgresqlServer>
  /** Resolves when this stand-by has everything that its primary has. */
  hasFollowed(primary: TestPostgresqlServer): Promise<void>
  promote(): Promise<void>
}

interface Installation {
  programs: string
  account: { uid: number; gid: number }
}

/** The programs of the server of `TEST_DATABASE_URL`, and its account: PostgreSQL refuses to run as root. */
async function findInstallation(): Promise<Installation> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await client.connect()
  try {
    const { rows } = await client.query<{ programs: string; folder: string }>(
      "SELECT setting AS programs, current_setting('data_directory') AS folder FROM pg_config WHERE name = 'BINDIR'",
    )
    const [row] = rows
    if (!row) throw new Error('The test server does not say where its programs are')
    const { uid, gid } = await stat(row.folder)
    return { programs: row.programs, account: { uid, gid } }
  } finally {
    await client.end()
  }
}

async function ask(port: number, expression: string): Promise<string> {
  const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ answer: string }>(`SELECT (${expression})::text AS answer`)
    return rows[0]?.answer ?? ''
  } finally {
    await client.end()
  }
}

type Fill = (run: (program: string, words: string[]) => Promise<unknown>, data: string) => Promise<unknown>

const copyOf =
  (port: number): Fill =>
  (run, data) =>
    run('pg_basebackup', [
      `--dbname=host=127.0.0.1 port=${port} user=postgres`,
      `--pgdata=${data}`,
      '--write-recovery-conf',
      '--wal-method=stream',
      '--checkpoint=fast',
      '--no-sync',
    ])

async function createServerIn(
  { programs, account }: Installation,
  fill: Fill,
): Promise<TestPostgresqlServer> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-postgresql-'))
  await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const run = (program: string, words: string[]) =>
    execute(join(programs, program), words, { ...account, cwd: folder })
  const control = (...words: string[]) =>
    run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', ...words])

  const server: TestPostgresqlServer = {
    port,
    async start() {
      await control('-o', `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off`, 'start')
    },
    async kill() {
      await control('-m', 'immediate', 'stop')
    },
    startStandby: () => createServerIn({ programs, account }, copyOf(port)),
    async hasFollowed(primary) {
      const written = await ask(primary.port, 'pg_current_wal_lsn()')
      await vi.waitFor(
        async () => expect(await ask(port, `pg_last_wal_replay_lsn() >= '${written}'`)).toBe('true'),
        { timeout: 10_000 },
      )
    },
    async promote() {
      await control('promote')
    },
  }
  onTestFinished(async () => {
    await server.kill().catch(() => null)
    await rm(folder, { recursive: true, force: true })
  })
  await fill(run, data)
  await server.start()
  return server
}

/** Starts a server for one test, with the programs of the server of `TEST_DATABASE_URL`. */
export async function startTestPostgresqlServer(): Promise<TestPostgresqlServer> {
  return createServerIn(await findInstallation(), async (run, data) => {
    await run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'])
    await writeFile(join(data, 'pg_hba.conf'), 'host all,replication all 127.0.0.1/32 trust\n')
  })
}
