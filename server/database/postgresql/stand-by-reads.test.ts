import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { AREAS_PATH } from '#contract/series.ts'
import type { Database } from '#server/database/database.ts'
import { createLogger } from '#server/logger.ts'
import { createRevision, raiseRevision, readRevision } from '#server/series/revision.ts'
import { addTestUser, startTestApp } from '#server/testing/app.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { startTestPostgresqlServer, urlOf } from '#server/testing/postgresql-server.ts'

import { createPostgresqlDatabase } from './postgresql-database.ts'
import { createStandByReads } from './stand-by-reads.ts'

const raise = (database: Database) => database.transaction(raiseRevision)

async function openWithStandBy() {
  const first = await startTestPostgresqlServer()
  const primary = await createPostgresqlDatabase(urlOf(first))
  const second = await first.startStandby()
  await second.hasFollowed(first)
  const revision = createRevision(primary)
  const lines: string[] = []
  const reads: string[] = []
  const database = createStandByReads(primary, {
    url: urlOf(second),
    newest: () => revision.current(),
    countOf: readRevision,
    pauseMs: 200,
    onRead: (from) => reads.push(from),
    logger: createLogger('info', { write: (line: string) => lines.push(JSON.parse(line).msg) }),
  })
  onTestFinished(async () => {
    await database.close()
    await primary.close()
  })
  return { first, second, primary, database, reads, lines }
}

/** Whether a read was answered by the stand-by, and the revision that it saw. */
async function readOf(database: Database) {
  const [row] = await database.query<{ isThere: boolean; number: number }>(
    'SELECT pg_is_in_recovery() AS "isThere", number FROM revision',
  )
  return row
}

describeOnPostgresql('reads at a stand-by', () => {
  test('go there while it has what this server knows, and to the primary while it lags', async () => {
    const { first, second, primary, database, reads } = await openWithStandBy()
    expect(await readOf(database)).toEqual({ isThere: true, number: 0 })
    const client = new Client(urlOf(second))
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('SELECT pg_wal_replay_pause()')
    await raise(primary)
    expect(await readOf(database)).toEqual({ isThere: false, number: 1 })
    await client.query('SELECT pg_wal_replay_resume()')
    await second.hasFollowed(first)
    expect(await readOf(database)).toEqual({ isThere: true, number: 1 })
    expect(reads).toEqual(['stand-by', 'primary', 'stand-by'])
  })

  test('all that writes goes to the primary', async () => {
    const { database } = await openWithStandBy()
    await database.query('UPDATE revision SET number = 7')
    await raise(database)
    expect(
      await database.query('WITH gone AS (DELETE FROM revision RETURNING number) SELECT number FROM gone'),
    ).toEqual([{ number: 8 }])
  })

  test('go to the primary while it is down, which the log says once, and back to it', async () => {
    const { second, database, lines } = await openWithStandBy()
    await readOf(database)
    await second.kill()
    for (let read = 0; read < 5; read += 1) expect(await readOf(database)).toMatchObject({ isThere: false })
    await second.start()
    await expect.poll(() => readOf(database), { timeout: 5000 }).toMatchObject({ isThere: true })
    expect(lines).toEqual([
      'the stand-by of DATABASE_READ_URL fails; the primary answers',
      'the stand-by of DATABASE_READ_URL works again',
    ])
  })

  test('answers name their revision, and are at least as new as the one sent', async () => {
    const { first, second, primary } = await openWithStandBy()
    await addTestUser(primary)
    const environment = { DATABASE_URL: urlOf(first), DATABASE_READ_URL: urlOf(second) }
    const { server, signIn, close } = await startTestApp({ database: primary, environment })
    onTestFinished(close)
    const ask = async (seen: number) => {
      const headers = { authorization: `Bearer ${token}`, 'x-revision': String(seen) }
      const answer = await server.inject({ url: AREAS_PATH, headers })
      expect(answer.statusCode).toBe(200)
      return Number(answer.headers['x-revision'])
    }
    const token = await signIn()
    const before = await ask(0)
    // As another server's write: this one would notice it within a second.
    const other = await createPostgresqlDatabase(urlOf(first))
    onTestFinished(() => other.close())
    await other.query('UPDATE revision SET number = number + 1')
    expect(await ask(before + 1)).toBe(before + 1)
    expect(await ask(before)).toBe(before + 1)
    expect(await ask(1e15)).toBe(before + 1)
  })
})
