import { expect, onTestFinished, test } from 'vitest'

import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { DatabaseError } from '#server/errors.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { migratedDump } from '#server/testing/database.ts'
import { useTestDisk } from '#server/testing/full-disk.ts'
import { createFolder } from '#server/testing/process.ts'

import { openDataFolder } from './data-folder.ts'
import { openEmbeddedEngine } from './engine.ts'

const QUERY = {
  category: 'wind',
  area: 'CWE',
  time: ['2026-11-18 00:00', '2026-11-18 23:59'],
  frequency: 'H',
}

/** A folder with an empty database, unpacked because that is quicker than to make one. */
async function createDatabaseFolder(): Promise<string> {
  const dataDir = await createFolder()
  const engine = await openEmbeddedEngine({ dataDir, dump: await migratedDump() })
  await engine.close()
  return dataDir
}

test('on a full disk reads go on, and writes are refused and rolled back until there is room again', async () => {
  const database = await openDataFolder(await createDatabaseFolder())
  onTestFinished(() => database.close())
  const app = await openSignedInApp(database, Date.now)
  const save = (number: number) =>
    app.post(DASHBOARDS_PATH, { name: `${number}`, query: `?v=1&g=DE,wind,H,-6d,1d&x=${'x'.repeat(900)}` })
  const readiness = async () => {
    const answer = await app.get('/readyz')
    return answer.json<{ parts: { database: object } }>().parts.database
  }
  const countSaved = async () => (await database.query('SELECT name FROM dashboard')).length

  const disk = useTestDisk()
  disk.setFull(true)
  let saved = 0
  let answer = await save(0)
  while (answer.statusCode === 200) {
    saved += 1
    answer = await save(saved)
  }
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(await countSaved()).toBe(saved)
  expect((await app.post(QUERY_PATH, QUERY)).statusCode).toBe(200)
  expect(await readiness()).toMatchObject({ isReady: true, isDegraded: true })

  disk.setFull(false)
  expect((await save(saved)).statusCode).toBe(200)
  expect(await countSaved()).toBe(saved + 1)
})

test('when the log cannot grow any more, the database goes on by itself once there is room again', async () => {
  const folder = await createDatabaseFolder()
  const database = await openDataFolder(folder)
  await database.query('CREATE TABLE item (number integer)')
  await database.query('INSERT INTO item VALUES (0)')
  const put = (number: number) =>
    database.transaction(async (connection) => {
      await connection.query('UPDATE item SET number = $1', [number])
      await connection.query("SELECT pg_logical_emit_message(true, 'filling', repeat('a', 4000000))")
    })
  const numbers = async () => database.query('SELECT number FROM item')

  const disk = useTestDisk()
  disk.setFull(true)
  let stored = 0
  const fill = async () => {
    for (;;) {
      await put(stored + 1)
      stored += 1
    }
  }
  await expect(fill()).rejects.toBeInstanceOf(DatabaseError)
  disk.setFull(false)
  expect(await numbers()).toEqual([{ number: stored }])
  await put(stored + 1)
  await database.close()

  const next = await openDataFolder(folder)
  expect(await next.query('SELECT number FROM item')).toEqual([{ number: stored + 1 }])
  await next.close()
})
