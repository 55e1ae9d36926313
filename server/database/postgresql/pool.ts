import type { PoolClient } from 'pg'

import type { MigrationConnection } from '#server/database/migrations.ts'
import { toOwnError } from '#server/database/sql-errors.ts'
import { codeOf } from '#server/errors.ts'

import { CONNECTION_LIFETIME_S, createHost, type Host, hostUrls } from './host.ts'
import { createTimelines } from './timelines.ts'

export interface PostgresqlConnection extends MigrationConnection {
  /** The process of PostgreSQL that served the connection when it was made. */
  process: number
  /** True behind a pooler such as PgBouncer, which can give the server process to other connections. */
  isPooled: boolean
  /** False once new connections reach another server. */
  isCurrent(): boolean
  /** Gives the connection back. One that failed is closed. */
  release(failure?: Error): void
}

/** How long a caller waits for a connection before the database counts as down. */
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 8000
/** How long a close waits for connections in use. */
const CLOSE_WITHIN_MS = 3000

const READ_ONLY = '25006'

function isBroken(error: unknown): boolean {
  const code = codeOf(error)
  return code.length !== 5 || code === READ_ONLY || code.startsWith('57P') || code.startsWith('08')
}

/** The reason of a failure, with the name of the host in front unless it is there. */
function reasonOf({ name }: Host, error: unknown): string {
  const reason = (error instanceof Error ? error.message : String(error)) || codeOf(error)
  return reason.includes(name) ? reason : `${name}: ${reason}`
}

/** The failure of all hosts: with the code of the first, and the reasons of all in its message. */
function failureOfAll(hosts: readonly Host[], errors: readonly unknown[]): unknown {
  const [first] = errors
  if (errors.length <= 1 || !(first instanceof Error)) return first
  const reasons = hosts.map((host, index) => reasonOf(host, errors[index]))
  return Object.assign(
    new Error(reasons.join('; '), { cause: first }),
    'code' in first && { code: first.code },
  )
}

export type PostgresqlPool = ReturnType<typeof createPostgresqlPool>

/** Connections to the host that is the primary at the time. */
export function createPostgresqlPool(url: string, statementTimeoutMs = STATEMENT_TIMEOUT_MS) {
  const timelines = createTimelines()
  const hosts = hostUrls(url).map((hostUrl, _index, { length }) =>
    createHost(hostUrl, timelines.note, CONNECT_TIMEOUT_MS / length, statementTimeoutMs),
  )
  const inUse = new Set<PostgresqlConnection>()
  let primary = 0
  let trying: Promise<unknown> | null = null
  let triedAtMs = 0

  /** So that each says whether it is the primary, and on which timeline. */
  function tryAll(some: readonly Host[]): Promise<unknown> {
    triedAtMs = performance.now()
    return Promise.allSettled(some.map(async ({ pool }) => (await pool.connect()).release(true)))
  }
  /** Before the first choice, and when the primary was lost; and meanwhile, without anybody waiting, whether another has followed it. */
  async function tryHosts(): Promise<void> {
    if (hosts.length === 1) return
    await (trying ??= tryAll(hosts))
    if (performance.now() - triedAtMs > CONNECTION_LIFETIME_S * 1000)
      void tryAll(hosts.filter((_host, index) => index !== primary))
  }
  const isCurrent = (host: Host, client: PoolClient) =>
    timelines.isCurrent(host.name, host.sessionOf(client).timeline ?? '')

  /** Closes the connections to a server that is not the primary any more. */
  async function connectTo(host: Host): Promise<PoolClient> {
    for (;;) {
      const client = await host.pool.connect()
      if (isCurrent(host, client)) return client
      client.release(true)
    }
  }
  async function connectToPrimary(): Promise<[Host, PoolClient]> {
    await tryHosts()
    const candidates = [...hosts.slice(primary), ...hosts.slice(0, primary)]
    const errors: unknown[] = []
    for (const host of candidates) {
      const isBusy = host.isBusy()
      try {
        const client = await connectTo(host)
        primary = hosts.indexOf(host)
        return [host, client]
      } catch (error) {
        if (isBusy) throw toOwnError(error)
        errors.push(error)
        trying = null
      }
    }
    throw toOwnError(failureOfAll(candidates, errors))
  }

  return {
    /** A connection to the primary, whose statements reject with our own errors. */
    async connect(): Promise<PostgresqlConnection> {
      const [host, client] = await connectToPrimary()
      let failure: Error | undefined
      async function run<Result>(work: Promise<Result>): Promise<Result> {
        try {
          return await work
        } catch (error) {
          if (isBroken(error)) {
            failure ??= error instanceof Error ? error : new Error(String(error))
            trying = null
          }
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
        process: host.sessionOf(client).process,
        isPooled: 'processID' in client && client.processID !== host.sessionOf(client).process,
        isCurrent: () => host === hosts[primary] && isCurrent(host, client),
        release(error) {
          // A connection that was closed under its user is not given back twice.
          if (inUse.delete(connection)) client.release(error ?? failure)
        },
      }
      inUse.add(connection)
      return connection
    },
    /** Rejects where connections were in use for too long to be waited for. They are closed as well. */
    async close(): Promise<void> {
      let isCutOff = false
      const cutOff = setTimeout(() => {
        isCutOff = inUse.size > 0
        for (const connection of inUse) connection.release(new Error('The database is closed'))
      }, CLOSE_WITHIN_MS)
      await Promise.all(hosts.map(({ pool }) => pool.end())).finally(() => clearTimeout(cutOff))
      if (isCutOff) throw new Error('The database was closed although it was in use')
    },
  }
}
