import { connect } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { DatabaseError, StatementError } from '#server/errors.ts'
import { openMemoryDatabase } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'

import { createMessageStream } from './message-stream.ts'
import { openSharedDatabase, shareDatabase, sharedAddress } from './shared-database.ts'

async function openShared(folder: string): Promise<Database> {
  const guest = await openSharedDatabase(folder)
  if (guest === null) throw new Error('Nobody shares the folder')
  onTestFinished(() => guest.close())
  return guest
}

async function setUp() {
  const folder = await createFolder()
  const host = await shareDatabase(await openMemoryDatabase(), folder)
  onTestFinished(() => host.close())
  return { folder, host, guest: await openShared(folder) }
}

const names = async (database: Pick<Database, 'query'>) =>
  (await database.query<{ name: string }>('SELECT name FROM setting ORDER BY name')).map(({ name }) => name)
const insert = (database: Pick<Database, 'query'>, name: string) =>
  database.query('INSERT INTO setting (name, value) VALUES ($1, $2)', [name, ''])

describe('a shared database', () => {
  test('gives every kind of value as the database itself does', async () => {
    const { host, guest } = await setUp()
    const statement = `SELECT 1::int8 AS whole, 'ü💥' AS text, '\\x00ff'::bytea AS bytes, NULL AS nothing,
      timestamptz '2026-03-29T00:59:59.999Z' AS instant, date '2026-03-29' AS day, $1::bytea AS given, $2::timestamptz AS then`
    const parameters = [new Uint8Array([1, 2, 3]), new Date(0)]
    const [row] = await guest.query(statement, parameters)
    expect(row).toEqual((await host.query(statement, parameters))[0])
    expect(row).toMatchObject({ whole: 1, nothing: null, instant: expect.any(Date) })
  })

  test('keeps transactions whole and apart', async () => {
    const { host, guest } = await setUp()
    const steps: string[] = []
    let goOn = (): void => {}
    const inside = guest.transaction(async (connection) => {
      await insert(connection, 'one')
      steps.push('guest began')
      await new Promise<void>((resolve) => (goOn = resolve))
      await insert(connection, 'two')
      steps.push('guest ends')
    })
    await expect.poll(() => steps).toEqual(['guest began'])
    const seen = names(host).then((found) => {
      steps.push('host reads')
      return found
    })
    goOn()
    await inside
    expect(await seen).toEqual(['one', 'two'])
    expect(steps).toEqual(['guest began', 'guest ends', 'host reads'])
  })

  test('counts all changes for the server, and none for a guest, who sees only its own', async () => {
    const { host, guest } = await setUp()
    const before = host.changeCount() ?? 0
    await insert(guest, 'one')
    expect(host.changeCount()).toBe(before + 1)
    await guest.transaction((connection) => insert(connection, 'two'))
    expect(host.changeCount()).toBe(before + 2)
    expect(guest.changeCount()).toBeNull()
  })

  test('rolls back what fails and what is interrupted', async () => {
    const { folder, host, guest } = await setUp()
    const failing = guest.transaction(async (connection) => {
      await insert(connection, 'one')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')

    const killed = connect((await sharedAddress(folder)) ?? '')
    const answered: unknown[] = []
    const send = createMessageStream(killed, (answer) => answered.push(answer))
    send({ id: 1, text: 'BEGIN', parameters: [] })
    send({ id: 2, text: "INSERT INTO setting (name, value) VALUES ('two', '')", parameters: [] })
    await expect.poll(() => answered).toHaveLength(2)
    killed.destroy()
    expect(await names(host)).toEqual([])
    await insert(guest, 'three')
    expect(await names(host)).toEqual(['three'])
  })

  test('keeps nothing of the transactions that have ended', async () => {
    const { guest } = await setUp()
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    for (let count = 0; count < 12; count += 1) await guest.transaction(names)
    // Node.js warns at the eleventh listener.
    expect(warnings).toEqual([])
  })

  test('tells a wrong statement from a lost database', async () => {
    const { guest } = await setUp()
    await insert(guest, 'one')
    const repeated = insert(guest, 'one')
    await expect(repeated).rejects.toBeInstanceOf(StatementError)
    await expect(repeated).rejects.toMatchObject({ code: '23505' })
  })

  test('ends with the server', async () => {
    const folder = await createFolder()
    const host = await shareDatabase(await openMemoryDatabase(), folder)
    const guest = await openShared(folder)
    await host.close()
    await expect(names(guest)).rejects.toBeInstanceOf(DatabaseError)
    expect(await openSharedDatabase(folder)).toBeNull()
  })

  test('is not there if no server has the folder open', async () => {
    expect(await openSharedDatabase(await createFolder())).toBeNull()
    expect(await openSharedDatabase('/no/such/folder')).toBeNull()
  })
})
