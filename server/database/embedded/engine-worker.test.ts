import { pathToFileURL } from 'node:url'

import { beforeAll, describe, expect, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrations.ts'
import { DatabaseError } from '#server/errors.ts'
import { provideBuiltPrograms } from '#server/testing/built-programs.ts'
import { migratedDump } from '#server/testing/database.ts'

import { createEmbeddedDatabase } from './embedded-database.ts'
import { EngineEndedError, startEmbeddedWorker } from './remote-engine.ts'

const program = provideBuiltPrograms('server/database/embedded/engine-worker.ts')

describe('the embedded engine in its thread', () => {
  let database: Database
  const open = async (limitS?: number) =>
    startEmbeddedWorker({ dump: await migratedDump() }, pathToFileURL(program('engine-worker')), limitS)
  beforeAll(async () => {
    database = await createEmbeddedDatabase(await open())
  })

  test('gives the same rows as on this thread', async () => {
    const [row] = await database.query<{ bytes: Uint8Array; again: Uint8Array; large: number; moment: Date }>(
      'SELECT $1::bytea AS bytes, $1::bytea AS again, 12345678901::bigint AS large, $2::timestamptz AS moment',
      [new Uint8Array([0, 255]), new Date(0)],
    )
    expect(row).toEqual({
      bytes: new Uint8Array([0, 255]),
      again: new Uint8Array([0, 255]),
      large: 12_345_678_901,
      moment: new Date(0),
    })
    await expect(database.query('SELECT 1/0')).rejects.toMatchObject({
      name: 'StatementError',
      code: '22012',
    })
    await database.transaction(async (connection) => {
      await connection.query("INSERT INTO series (area, quantity, kind) VALUES ('DE', 'load', 'actual')")
    })
    expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
  })

  test('does not hold up this thread while it works', async () => {
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 5)
    await database.query('SELECT count(*) FROM generate_series(1, 4000000)')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(20)
  })

  test('is ended and opened again where a statement never ends', async () => {
    const other = await createEmbeddedDatabase(await open(3), migrate, open)
    const circling = other.query('SELECT count(*) FROM generate_series(1, 1000000000000)')
    const next = other.query('SELECT area FROM series')
    await expect(circling).rejects.toThrow(
      new EngineEndedError('The embedded database did not finish a statement.'),
    )
    expect(await next).toEqual([])
    await other.close()
  })

  test('is not ended for the time in which its thread has no processor', async () => {
    // A thread that says who it is, opens, and takes four seconds for a statement without computing.
    const waiting = `
      import { readlinkSync } from 'node:fs'
      import { parentPort } from 'node:worker_threads'
      parentPort.postMessage({ thread: readlinkSync('/proc/thread-self').split('/').at(-1) })
      parentPort.on('message', ({ id, text }) => {
        if (text.includes('pg_sleep')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)
        parentPort.postMessage({ id, rows: [{ one: 1 }] })
      })`
    const worker = new URL(`data:text/javascript,${encodeURIComponent(waiting)}`)
    const engine = await startEmbeddedWorker({ dump: await migratedDump() }, worker, 2)
    expect(await engine.query('SELECT 1 AS one FROM pg_sleep(4)', [])).toEqual([{ one: 1 }])
    await engine.close()
  })

  test('rejects statements after its end', async () => {
    await database.close()
    await expect(database.query('SELECT 1')).rejects.toThrow(DatabaseError)
  })
})
