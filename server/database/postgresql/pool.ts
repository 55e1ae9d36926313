import { Pool, type PoolClient, TypeOverrides, types } from 'pg'

import type { MigrationConnection } from '#server/database/migrations.ts'
import { toOwnError } from '#server/database/sql-errors.ts'
import { codeOf, StartError } from '#server/errors.ts'

export interface PostgresqlConnection extends MigrationConnection {
  /** PostgreSQL process when the connection was made. */
  process: number
  /** A pooler such as PgBouncer can give the process to other connections. */
  isPooled: boolean
  /** False once new connections reach another server. */
  isCurrent(): boolean
  release(failure?: Error): void
}

const MAX_CONNECTIONS = 10
/** A longer wait is answered with 503. */
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 8000
/** PostgreSQL ends late statements itself; a longer silence means a dead connection. */
const SILENCE_MS = 1000
/** Also bounds how long a moved DNS name still reaches the old server. */
const CONNECTION_LIFETIME_S = 30
/** For connections in use. */
const CLOSE_WITHIN_MS = 3000

const READ_ONLY = '25006'

function isBroken(error: unknown): boolean {
  const code = codeOf(error)
  return code.length !== 5 || code === READ_ONLY || code.startsWith('57P') || code.startsWith('08')
}

const AUTHORITY = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)/

function requireOneHost(url: string, setting: string): void {
  const hosts = AUTHORITY.exec(url)?.[1]
  if (hosts === undefined)
    throw new StartError(`${setting} must look like postgres://user:password@host:5432/name`)
  const other = URL.canParse(url) ? new URL(url).searchParams.get('host') : null
  if (`${hosts}${other ?? ''}`.includes(','))
    throw new StartError(
      `${setting} names several hosts: name one, or a proxy that chooses one of them (docs/operate.md).`,
    )
  if (!URL.canParse(url))
    throw new StartError(
      `${setting} names a host or port that cannot be read. In the password write %23 for #, %2F for / and %3F for ?.`,
    )
}

interface Session {
  process: number
  /** Changes with each promotion; null for a stand-by. */
  timeline: string | null
}

const SESSION = `SELECT pg_backend_pid() AS process,
  CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`

const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(types.builtins.INT8, Number)
typeParsers.setTypeParser(types.builtins.DATE, String)

interface PoolOptions {
  statementTimeoutMs?: number | undefined
  /** Any server will do. By default connections to a stand-by are closed. */
  isForReads?: boolean
}

function createPool(
  url: string,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, isForReads = false }: PoolOptions,
  onConnected: (client: PoolClient, session: Session) => void,
) {
  // Poolers refuse these as connection parameters. JIT compilation takes longer than any of our statements.
  const prepare = `SET jit = off; SET statement_timeout = ${statementTimeoutMs};
    SET idle_in_transaction_session_timeout = 60000; ${SESSION}`
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    keepAlive: true,
    application_name: 'energy-metrics',
    types: typeParsers,
    verify(client, done) {
      client.query(prepare, (error: Error | null, results: unknown) => {
        const session: Session | undefined = Array.isArray(results) ? results.at(-1)?.rows[0] : undefined
        if (session === undefined) return done(error ?? new Error('The connection does not describe itself'))
        onConnected(client, session)
        done(
          session.timeline === null && !isForReads
            ? new Error(`${new URL(url).host} is a stand-by`)
            : undefined,
        )
      })
    },
  })
  // The pool drops a connection that breaks while idle. Without a listener the process would end.
  pool.on('error', () => null)
  // A failed statement reports the break.
  pool.on('connect', (client) => client.on('error', () => null))
  return pool
}

/** Statements reject with our own errors. */
function createConnection(
  client: PoolClient,
  { process }: Session,
  { isCurrent, onRelease }: { isCurrent: () => boolean; onRelease: (of: PostgresqlConnection) => boolean },
): PostgresqlConnection {
  let broken: Error | undefined
  async function run<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (isBroken(error)) broken ??= error instanceof Error ? error : new Error(String(error))
      throw toOwnError(error)
    }
  }
  const connection: PostgresqlConnection = {
    async query<Row extends object>(text: string, parameters: readonly unknown[] = []) {
      const { rows } = await run(client.query<Row>(text, [...parameters]))
      return rows
    },
    async script(text) {
      await run(client.query(text))
    },
    process,
    isPooled: 'processID' in client && client.processID !== process,
    isCurrent,
    release(failure) {
      if (onRelease(connection)) client.release(failure ?? broken)
    },
  }
  return connection
}

export type PostgresqlPool = ReturnType<typeof createPostgresqlPool>

/** Throws a `StartError` for an invalid address. */
export function createPostgresqlPool(url: string, options: PoolOptions = {}) {
  const { isForReads = false } = options
  requireOneHost(url, isForReads ? 'DATABASE_READ_URL' : 'DATABASE_URL')
  const sessions = new WeakMap<PoolClient, Session>()
  const inUse = new Set<PostgresqlConnection>()
  /** The newest connection's: behind a proxy the address can lead to another server. */
  let timeline: string | null = null
  const pool = createPool(url, options, (client, session) => {
    sessions.set(client, session)
    timeline = session.timeline ?? timeline
  })

  return {
    /** Closes idle connections to another server than the newest's. */
    async connect(): Promise<PostgresqlConnection> {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          throw toOwnError(error)
        })
        const session = sessions.get(client)
        const isCurrent = () => isForReads || session?.timeline === timeline
        if (session !== undefined && isCurrent()) {
          // False if a close has taken it from its user.
          const onRelease = (released: PostgresqlConnection) => inUse.delete(released)
          const connection = createConnection(client, session, { isCurrent, onRelease })
          inUse.add(connection)
          return connection
        }
        client.release(true)
      }
    },
    /** Rejects if connections were in use for too long; they are closed, too. */
    async close(): Promise<void> {
      let isCutOff = false
      const cutOff = setTimeout(() => {
        isCutOff = inUse.size > 0
        for (const connection of inUse) connection.release(new Error('The database is closed'))
      }, CLOSE_WITHIN_MS)
      await pool.end().finally(() => clearTimeout(cutOff))
      if (isCutOff) throw new Error('The database was closed although it was in use')
    },
  }
}
