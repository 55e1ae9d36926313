import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { SERIES_PATH } from '#contract/series.ts'
import { restoreDatabase } from '#server/database/backup/restore-backup.ts'
import { backUp } from '#server/database/backup/write-backup.ts'
import type { Database } from '#server/database/database.ts'
import { createLeadership } from '#server/database/leadership.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { watchDatabase } from '#server/database/watch-database.ts'
import { DatabaseError, StartError } from '#server/errors.ts'
import { createLogger } from '#server/logger.ts'
import { startTestApp } from '#server/testing/app.ts'
import { describeOnPostgresql } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'
import { startTestPostgresqlServer, urlOf } from '#server/testing/postgresql-server.ts'
import { startTestTcpProxy, type TestTcpProxy } from '#server/testing/tcp-proxy.ts'

import { createPostgresqlDatabase } from './postgresql-database.ts'

const OUTAGE = 'the database fails, and is tried again; npm run doctor tells more'
/** How long it can take until a server that is back is used again. */
const RECOVERY = { timeout: 5000 }

async function open(url: string, statementTimeoutMs?: number): Promise<Database> {
  const database = await createPostgresqlDatabase(url, statementTimeoutMs)
  onTestFinished(() => database.close())
  return database
}

async function openBehindProxy(createUrl: () => Promise<string>): Promise<[Database, TestTcpProxy]> {
  const url = await createUrl()
  const proxy = await startTestTcpProxy(url)
  return [await open(proxy.through(url)), proxy]
}

async function answers(database: Database): Promise<boolean> {
  return (await database.query<{ one: number }>('SELECT 1 AS one').catch(() => []))[0]?.one === 1
}

async function timeOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now()
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - start }
}

describeOnPostgresql('a PostgreSQL that fails', (createUrl) => {
  test('can start later than we do, and is then brought up to date', async () => {
    const url = await createUrl()
    const proxy = await startTestTcpProxy(url)
    proxy.setReachable(false)
    const database = await open(proxy.through(url))
    const { error, ms } = await timeOf(database.query('SELECT number FROM revision'))
    expect(error).toBeInstanceOf(DatabaseError)
    expect(ms).toBeLessThan(2500)
    proxy.setReachable(true)
    expect(await database.query('SELECT number FROM revision')).toEqual([{ number: 0 }])
  })

  test('is logged with its reason at once and once a minute, and when it works again', async () => {
    const [opened, proxy] = await openBehindProxy(createUrl)
    const lines: { msg: string; reason?: string; err?: object }[] = []
    const logger = createLogger('info', { write: (line: string) => lines.push(JSON.parse(line)) })
    let nowMs = 0
    const { database } = watchDatabase(opened, logger, () => nowMs)
    proxy.setReachable(false)
    // Broken connections are thrown away. From then on each statement needs a new connection.
    for (let broken = 0; broken < 3; broken += 1) await answers(opened)
    for (nowMs = 0; nowMs <= 60_000; nowMs += 20_000) {
      expect(await answers(database)).toBe(false)
      await expect(database.holdLock(1)).rejects.toThrow(DatabaseError)
    }
    proxy.setReachable(true)
    await expect.poll(() => answers(database)).toBe(true)
    proxy.setReachable(false)
    proxy.cut()
    await expect.poll(() => answers(database)).toBe(false)
    expect(lines.map(({ msg, reason, err }) => [msg, reason, err !== undefined])).toEqual([
      [OUTAGE, expect.stringMatching(/^The database does not answer: ./), true],
      [OUTAGE, lines[0]?.reason, false],
      ['the database works again', undefined, false],
      // The next outage is another one, also within a minute.
      [OUTAGE, expect.stringMatching(/^The database does not answer: ./), true],
    ])
  })

  test('costs one line of the log for each request, and one stack in all', async () => {
    const [database, proxy] = await openBehindProxy(createUrl)
    const app = await startTestApp({ database })
    onTestFinished(() => app.close())
    proxy.setReachable(false)
    const headers = { authorization: `Bearer em_${'x'.repeat(43)}` }
    for (let call = 0; call < 4; call += 1)
      expect(await app.server.inject({ url: SERIES_PATH, headers })).toMatchObject({ statusCode: 503 })
    const failed = app.logLines.filter((line) => line.includes('"request failed"'))
    expect(failed).toHaveLength(4)
    for (const line of failed)
      expect(line).toMatch(/"status":503,"reason":"The database does not answer: [^"\\]+"/)
    expect(app.logLines.filter((line) => line.includes('"stack"'))).toHaveLength(1)
  })

  test('counts as down after a bounded time if it says nothing', async () => {
    const [database, proxy] = await openBehindProxy(createUrl)
    proxy.setSilent(true)
    proxy.cut()
    // The connection that broke is thrown away; the next one is never answered.
    await answers(database)
    const { error, ms } = await timeOf(database.query('SELECT 1'))
    expect(error).toBeInstanceOf(DatabaseError)
    expect(ms).toBeGreaterThan(1500)
    expect(ms).toBeLessThan(2900)
    proxy.setSilent(false)
    await expect.poll(() => answers(database), RECOVERY).toBe(true)
  })

  test('loses only the running statements when connections break', async () => {
    const [database, proxy] = await openBehindProxy(createUrl)
    await database.query('CREATE TABLE item (id integer)')
    const sleeping = [1, 2, 3].map((id) =>
      timeOf(
        database.transaction(async (connection) => {
          await connection.query('INSERT INTO item VALUES ($1)', [id])
          await connection.query('SELECT pg_sleep(5)')
        }),
      ),
    )
    const sleepers = async () => {
      const [row] = await database.query<{ n: number }>(
        "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(5)%'",
      )
      return row?.n
    }
    await expect.poll(sleepers).toBe(4)
    proxy.cut()
    for (const { error } of await Promise.all(sleeping)) expect(error).toBeInstanceOf(DatabaseError)
    expect(await database.query('SELECT id FROM item')).toEqual([])
  })

  test('can end idle connections as often as it likes', async () => {
    const url = await createUrl()
    const [database, other] = [await open(url), await open(url)]
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([answers(database), answers(database), answers(database)])
      await other.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )
      await expect.poll(() => answers(database), RECOVERY).toBe(true)
    }
  })

  test('cuts a statement that takes too long', async () => {
    const database = await open(await createUrl(), 300)
    const { error, ms } = await timeOf(database.query('SELECT pg_sleep(5)'))
    expect(error).toBeInstanceOf(DatabaseError)
    expect(ms).toBeLessThan(1500)
    expect(await answers(database)).toBe(true)
  })

  test('rolls back a write for which its disk has no room, and goes on', async () => {
    let nowMs = 0
    const opened = await open(await createUrl())
    const { database, hasRoom } = watchDatabase(opened, createLogger('silent'), () => nowMs)
    await database.query('CREATE TABLE item (id integer)')
    const writing = database.transaction(async (connection) => {
      await connection.query('INSERT INTO item VALUES (1)')
      // PostgreSQL raises this when it cannot extend a file.
      await connection.query(
        "DO $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$",
      )
    })
    await expect(writing).rejects.toThrow(
      'The disk of the database is full: could not extend file: No space left on device',
    )
    expect(await database.query('SELECT id FROM item')).toEqual([])
    nowMs = 119_999
    await database.query('INSERT INTO item VALUES (2)')
    expect(hasRoom()).toBe(false)
    nowMs = 120_000
    expect(hasRoom()).toBe(true)
  })

  test('closes also while it is in use, and says so', async () => {
    const url = await createUrl()
    const [database, other] = [await createPostgresqlDatabase(url), await open(url)]
    const count = async (what: string) => (await other.query(`SELECT FROM ${what}`)).length
    const locks = () => count("pg_locks WHERE locktype = 'advisory' AND objid = 77")
    await database.holdLock(77)
    const sleeping = timeOf(database.query('SELECT pg_sleep(60)'))
    await expect.poll(() => count("pg_stat_activity WHERE query = 'SELECT pg_sleep(60)'")).toBe(1)
    const { error, ms } = await timeOf(database.close())
    expect(error).toEqual(new Error('The database was closed although it was in use'))
    expect(ms).toBeLessThan(9000)
    expect((await sleeping).error).toBeInstanceOf(DatabaseError)
    await expect.poll(locks).toBe(0)
  })

  test('refuses a caller after a bounded time if every connection is taken', async () => {
    const database = await open(await createUrl())
    const taken = Array.from({ length: 10 }, () => database.query('SELECT pg_sleep(3)'))
    const { error, ms } = await timeOf(database.query('SELECT 1'))
    expect(error).toBeInstanceOf(DatabaseError)
    expect(ms).toBeGreaterThan(1500)
    expect(ms).toBeLessThan(2900)
    await Promise.all(taken)
    expect(await answers(database)).toBe(true)
  })

  test.each([
    [
      'an unknown database',
      (url: URL) => Object.assign(url, { pathname: '/nowhere' }),
      'database "nowhere" does not exist',
    ],
    ['a stranger', (url: URL) => Object.assign(url, { username: 'nobody' }), 'role "nobody" does not exist'],
  ])('stops the start where it refuses %s', async (_name, change, reason) => {
    const url = change(new URL(await createUrl())).href
    await expect(createPostgresqlDatabase(url)).rejects.toThrow(
      new StartError(`PostgreSQL refuses: ${reason}.`),
    )
  })

  test('says that it can only be read, or that a right is missing', async () => {
    const database = await open(await createUrl())
    const writing = database.transaction(async (connection) => {
      await connection.query('SET TRANSACTION READ ONLY')
      await connection.query('CREATE TABLE item (id integer)')
    })
    await expect(writing).rejects.toThrow(
      'The database can only be read: cannot execute CREATE TABLE in a read-only transaction',
    )
    const reading = database.transaction(async (connection) => {
      await connection.query('SET LOCAL ROLE pg_monitor')
      await connection.query('SELECT * FROM app_user')
    })
    await expect(reading).rejects.toThrow('The database refuses us: permission denied for table app_user')
  })

  test('stops the start, and a restore, where its encoding cannot store every name', async () => {
    const url = new URL(await createUrl())
    const database = await open(url.href)
    const name = `${url.pathname.slice(1)}_latin1`
    await database.query(
      `CREATE DATABASE ${name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0`,
    )
    onTestFinished(async () => void (await database.query(`DROP DATABASE ${name} WITH (FORCE)`)))
    url.pathname = name
    const refusal = new StartError(
      "The database has the encoding LATIN1, which cannot store every name. Make one with ENCODING 'UTF8' TEMPLATE template0, and restore a backup into it.",
    )
    await expect(createPostgresqlDatabase(url.href)).rejects.toThrow(refusal)
    const file = join(await createFolder(), 'one.backup')
    await backUp(database, { to: file, nowMs: 0 })
    const restoring = restoreDatabase((prepare) => createPostgresqlDatabase(url.href, undefined, prepare), {
      file,
      mayReplace: true,
      onRows: () => {},
    })
    await expect(restoring).rejects.toThrow(refusal)
  })

  test('needs no right to change its schema where nothing is to be changed', async () => {
    const url = new URL(await createUrl())
    const owner = await open(url.href)
    const role = `${url.pathname.slice(1)}_server`
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the tests'`)
    onTestFinished(async () => {
      await owner.query(`DROP OWNED BY ${role}`)
      await owner.query(`DROP ROLE ${role}`)
    })
    await owner.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
    await owner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`)
    Object.assign(url, { username: role, password: 'of the tests' })
    const database = await open(url.href)
    await database.query("INSERT INTO setting (name, value) VALUES ('a', 'b')")
    await owner.query('DELETE FROM migration WHERE number = $1', [MIGRATIONS.length])
    await expect(createPostgresqlDatabase(url.href)).rejects.toThrow(/^PostgreSQL refuses: /)
  })

  test('is brought up to date once if several processes start together', async () => {
    const url = await createUrl()
    const databases = await Promise.all(Array.from({ length: 5 }, () => open(url)))
    for (const database of databases) {
      expect(
        await database.query('SELECT number FROM migration GROUP BY number HAVING count(*) > 1'),
      ).toEqual([])
      expect(await database.query('SELECT number FROM revision')).toEqual([{ number: 0 }])
    }
  })
})

const portOf = async (database: Database) =>
  (await database.query<{ port: number }>('SELECT inet_server_port() AS port').catch(() => []))[0]?.port

describeOnPostgresql('several servers of PostgreSQL', () => {
  test('the same process survives a restart', async () => {
    const server = await startTestPostgresqlServer()
    const database = await open(urlOf(server))
    const sleeping = timeOf(database.query('SELECT pg_sleep(5)'))
    await answers(database)
    await server.kill()
    expect((await sleeping).error).toBeInstanceOf(DatabaseError)
    expect((await timeOf(database.query('SELECT 1'))).error).toBeInstanceOf(DatabaseError)
    await server.start()
    await expect.poll(() => answers(database), RECOVERY).toBe(true)
  })

  test('a stand-by that a proxy leads to is not used, and a primary that it leads to is followed', async () => {
    const first = await startTestPostgresqlServer()
    const second = await first.startStandby()
    const proxy = await startTestTcpProxy(urlOf(second))
    const database = await open(proxy.through(urlOf(second)))
    await expect(database.query('SELECT 1')).rejects.toThrow(
      /^The database does not answer: .* is a stand-by$/,
    )
    proxy.leadTo(urlOf(first))
    await database.query('UPDATE revision SET number = 7')
    const leadership = createLeadership(database, 100)
    onTestFinished(() => leadership.close())
    await expect.poll(() => leadership.isLeader()).toBe(true)
    await second.hasFollowed(first)

    // The old primary lives on, and so do the connections to it.
    await second.promote()
    proxy.leadTo(urlOf(second))
    // More at once than there are connections, so that new ones are made.
    await Promise.all(Array.from({ length: 5 }, () => answers(database)))
    for (let call = 0; call < 5; call += 1) expect(await portOf(database)).toBe(second.port)
    const old = await open(urlOf(first))
    const locks = () => old.query("SELECT FROM pg_locks WHERE locktype = 'advisory'")
    await expect.poll(locks).toEqual([])
    await expect.poll(() => leadership.isLeader()).toBe(true)
    expect(await database.query('SELECT number FROM revision')).toEqual([{ number: 7 }])
  })
})

test.each([
  ['postgres://em:of,the,tests@one:5432,two:5433/em', 'names several hosts: name one, or a proxy'],
  ['postgres://one,two/em', 'names several hosts: '],
  ['postgres://em@one/em?host=one,two', 'names several hosts: '],
  ['postgres://em@one:port/em', 'names a host or port that cannot be read.'],
  ['one:5432/em', 'must look like postgres://user:password@host:5432/name'],
])('the address %s is refused with what to do', async (url, words) => {
  await expect(createPostgresqlDatabase(url)).rejects.toThrow(StartError)
  await expect(createPostgresqlDatabase(url)).rejects.toThrow(`DATABASE_URL ${words}`)
})
