import { Pool, type PoolClient, TypeOverrides, types, Query } from 'pg'

import type { MigrationConnection } from '#server/database/migrations.ts'
import { StartError } from '#server/errors.ts'

const POSTGRESQL_URL = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([/?#].*)?$/

/** One URL for each host of a URL that can name several: `postgres://user@first:5432,second:5432/name`. */
export function hostUrls(url: string): string[] {
  const [, scheme, credentials = '', hosts, rest = ''] = POSTGRESQL_URL.exec(url) ?? []
  if (scheme === undefined || hosts === undefined) {
    throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/name')
  }
  const urls = hosts.split(',').map((host) => `${scheme}${credentials}${host}${rest}`)
  if (!urls.every((candidate) => URL.canParse(candidate))) {
    throw new StartError('DATABASE_URL names a host or port that cannot be read: write host:5432,other:5432')
  }
  return urls
}

/** Takes the bytes of a COPY to the client. `pg` calls `handleCopyData` for each row, and by itself drops them. */
class CopyOut extends Query {
  readonly parts: Buffer[] = []

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // `pg` uses its memory again.
    this.parts.push(Buffer.from(chunk))
  }
}

/** What a SELECT gives, in PostgreSQL's binary format of COPY. Rejects like `query` of the client. */
function copyOut(client: PoolClient, select: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const copy = new CopyOut(`COPY (${select}) TO STDOUT (FORMAT binary)`, (error) =>
      error ? reject(error) : resolve(Buffer.concat(copy.parts)),
    )
    client.query(copy)
  })
}

export interface PostgresqlConnection extends MigrationConnection {
  copyOut(select: string): Promise<Uint8Array>
  /** Gives the connection back. One that failed is closed. */
  release(failure?: Error): void
}

const MAX_CONNECTIONS = 10
/** How long a caller waits for a connection before the database counts as down. */
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 8000
/** The server ends a statement by itself. If nothing comes for this much longer, the connection is dead. */
const SILENCE_MS = 1000

const READ_ONLY = '25006'

const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(types.builtins.INT8, Number)
typeParsers.setTypeParser(types.builtins.DATE, String)

/** The timeline of a primary is eight digits, and higher after each promotion. It matters only among several hosts. */
const TIMELINE = `CASE WHEN pg_is_in_recovery() THEN '' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`

type Verify = (client: PoolClient, done: (error?: Error) => void) => void

/** Refuses a stand-by, and a primary that another has followed: writes must reach the primary. */
function createVerify(hostCount: number): Verify {
  const question = `SELECT pg_is_in_recovery() AS standby, ${hostCount > 1 ? TIMELINE : "''"} AS timeline`
  let newestTimeline = ''
  return (client, done) => {
    client.query(question, (error: Error | null, result) => {
      const [row]: { standby: boolean; timeline: string }[] = error ? [] : result.rows
      if (row === undefined || row.standby) done(error ?? new Error('This server is a stand-by'))
      else if (row.timeline < newestTimeline) done(new Error('This server is an old primary'))
      else {
        newestTimeline = row.timeline
        done()
      }
    })
  }
}

function createHostPool(
  connectionString: string,
  verify: Verify,
  connectTimeoutMs: number,
  statementTimeoutMs: number,
): Pool {
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // Compiling a statement takes longer than running any of ours.
    options: '-c jit=off',
    application_name: 'energy-metrics',
    types: typeParsers,
    verify,
  })
  // The pool drops a connection that breaks while idle. Without a listener the process would end.
  pool.on('error', () => null)
  // The pool does not listen to a connection in use. Its user notices a break by the failed statement.
  pool.on('connect', (client) => client.on('error', () => null))
  return pool
}

function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return code.length !== 5 || code === READ_ONLY || code.startsWith('57P') || code.startsWith('08')
}

export interface PostgresqlPool {
  connect(): Promise<PostgresqlConnection>
  close(): Promise<void>
}

/** Connections to the host that is the primary at the time. */
export function createPostgresqlPool(url: string, statementTimeoutMs = STATEMENT_TIMEOUT_MS): PostgresqlPool {
  const urls = hostUrls(url)
  const verify = createVerify(urls.length)
  const pools = urls.map((hostUrl) =>
    createHostPool(hostUrl, verify, CONNECT_TIMEOUT_MS / urls.length, statementTimeoutMs),
  )
  let primary = 0
  let asked: Promise<unknown> | null = null

  /** Before the first choice, and again when the primary was lost: so an old primary that came back is known for what it is. */
  function askAllHosts(): Promise<unknown> {
    return Promise.allSettled(pools.map(async (pool) => (await pool.connect()).release(true)))
  }

  async function connectToPrimary(): Promise<PoolClient> {
    if (pools.length > 1) await (asked ??= askAllHosts())
    let firstError: unknown
    for (let attempt = 0; attempt < pools.length; attempt += 1) {
      const candidate = (primary + attempt) % pools.length
      const pool = pools[candidate]
      if (!pool) continue
      const isBusy = pool.idleCount === 0 && pool.totalCount >= MAX_CONNECTIONS
      try {
        const client = await pool.connect()
        primary = candidate
        return client
      } catch (error) {
        firstError ??= error
        if (isBusy) break
        asked = null
      }
    }
    throw firstError
  }

  return {
    async connect() {
      const client = await connectToPrimary()
      let failure: Error | undefined
      async function run<Result>(work: Promise<Result>): Promise<Result> {
        try {
          return await work
        } catch (error) {
          if (isBroken(error)) {
            failure ??= error instanceof Error ? error : new Error(String(error))
            asked = null
          }
          throw error
        }
      }
      return {
        async query<Row extends object>(text: string, parameters: readonly unknown[] = []) {
          const { rows } = await run(client.query<Row>(text, [...parameters]))
          return rows
        },
        copyOut: (select) => run(copyOut(client, select)),
        async script(text) {
          await run(client.query(text))
        },
        release: (error) => client.release(error ?? failure),
      }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}
