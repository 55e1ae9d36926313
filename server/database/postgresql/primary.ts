import { Client } from 'pg'

import { LEADERSHIP_LOCK } from '#server/database/leadership.ts'
import { toOwnError } from '#server/database/sql-errors.ts'
import { StartError } from '#server/errors.ts'

import { hostUrls } from './host.ts'

const ANSWER_WITHIN_MS = 2000

/** The answer of one host of a URL. A host that does not answer, or is a stand-by, is not a primary. */
interface Host {
  url: string
  /** `db-1:5432` */
  name: string
  /** Why it is no primary, null if it is one. */
  reason: string | null
  answers: boolean
  /** True if a server of the product leads on this host. */
  isLed: boolean
}

async function tryHost(url: string): Promise<Host> {
  const name = new URL(url).host
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  client.on('error', () => null)
  try {
    await client.connect()
    const { rows } = await client.query<{ isPrimary: boolean; isLed: boolean }>(
      `SELECT NOT pg_is_in_recovery() AS "isPrimary", EXISTS (
         SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
         WHERE locktype = 'advisory' AND objid = $1 AND granted AND datname = current_database()
       ) AS "isLed"`,
      [LEADERSHIP_LOCK],
    )
    const { isPrimary = false, isLed = false } = rows[0] ?? {}
    return { url, name, answers: true, reason: isPrimary ? null : 'is a stand-by', isLed }
  } catch (error) {
    return { url, name, answers: false, reason: toOwnError(error).message, isLed: false }
  } finally {
    await client.end().catch(() => null)
  }
}

const namesOf = (hosts: readonly Host[]) => hosts.map(({ name }) => name).join(' and ')

/** The URL of the primary that the servers use. An old primary that is back calls itself one too. Rejects with a `StartError` where it is not certain. */
export async function urlOfPrimary(url: string): Promise<string> {
  const urls = hostUrls(url)
  if (urls.length === 1) return url
  const hosts = await Promise.all(urls.map(tryHost))
  const primaries = hosts.filter(({ reason }) => reason === null)
  const led = primaries.filter(({ isLed }) => isLed)
  const [only] = led.length > 0 ? led : primaries
  const advice = 'Name the right one alone in DATABASE_URL.'
  if (only === undefined)
    throw new StartError(
      `No host of DATABASE_URL answers as a primary: ${hosts.map(({ name, reason }) => `${name} (${reason})`).join(', ')}.`,
    )
  if (led.length > 1)
    throw new StartError(`Servers work on two primaries, ${namesOf(led)}. Stop the old one.`)
  if (led.length === 1) return only.url
  if (primaries.length > 1)
    throw new StartError(`${namesOf(primaries)} are both primaries, and no server works on either. ${advice}`)
  const silent = hosts.filter(({ answers }) => !answers)
  if (silent.length > 0)
    throw new StartError(
      `${namesOf(silent)} does not answer and no server works on ${only.name}, which may be an old primary. ${advice}`,
    )
  return only.url
}
