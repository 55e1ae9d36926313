import { Pool, type PoolClient, TypeOverrides, types } from 'pg'

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
    throw new StartError(
      'DATABASE_URL names a host or port that cannot be read: write host:5432,other:5432. In the password write %23 for #, %2F for / and %3F for ?.',
    )
  }
  return urls
}

const MAX_CONNECTIONS = 10
/** The server ends a statement by itself. If nothing comes for this much longer, the connection is dead. */
const SILENCE_MS = 1000
/** Also through an address that leads to another server now, no statement goes to the one of before for longer. */
export const CONNECTION_LIFETIME_S = 30

const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(types.builtins.INT8, Number)
typeParsers.setTypeParser(types.builtins.DATE, String)

/** SQL for the timeline of a primary: eight digits, higher after each promotion. */
const TIMELINE = `CASE WHEN NOT pg_is_in_recovery() THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`

interface Session {
  process: number
  timeline: string | null
}

export interface Host {
  /** `db-1:5432` */
  name: string
  pool: Pool
  sessionOf(client: PoolClient): Session
  /** True while a caller must wait until another gives a connection back. */
  isBusy(): boolean
}

/** Connections to one host. Those that `refusalOf` gives a reason against are closed. */
export function createHost(
  connectionString: string,
  refusalOf: (host: string, timeline: string | null) => string | null,
  connectTimeoutMs: number,
  statementTimeoutMs: number,
): Host {
  const name = new URL(connectionString).host
  const sessions = new WeakMap<PoolClient, Session>()
  // Not as parameters of the connection, which poolers refuse. Compiling a statement takes longer than running any of ours.
  const prepare = `SET jit = off; SET statement_timeout = ${statementTimeoutMs};
    SET idle_in_transaction_session_timeout = 60000;
    SELECT pg_backend_pid() AS process, ${TIMELINE} AS timeline`
  const pool = new Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: CONNECTION_LIFETIME_S,
    query_timeout: statementTimeoutMs + SILENCE_MS,
    keepAlive: true,
    application_name: 'energy-metrics',
    types: typeParsers,
    verify(client, done) {
      client.query(prepare, (error: Error | null, results: unknown) => {
        const session: Session | undefined = Array.isArray(results) ? results.at(-1)?.rows[0] : undefined
        if (session === undefined) return done(error ?? new Error('says nothing of itself'))
        sessions.set(client, session)
        const refusal = refusalOf(name, session.timeline)
        done(refusal === null ? undefined : new Error(`${name} ${refusal}`))
      })
    },
  })
  // The pool drops a connection that breaks while idle. Without a listener the process would end.
  pool.on('error', () => null)
  // The pool does not listen to a connection in use. Its user notices a break by the failed statement.
  pool.on('connect', (client) => client.on('error', () => null))
  return {
    name,
    pool,
    sessionOf: (client) => sessions.get(client) ?? { process: 0, timeline: null },
    isBusy: () => pool.idleCount === 0 && pool.totalCount >= MAX_CONNECTIONS,
  }
}
