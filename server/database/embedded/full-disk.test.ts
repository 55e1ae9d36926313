import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

import { expect, onTestFinished, test } from 'vitest'

import { migratedDump } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'

import { openDataFolder } from './data-folder.ts'
import { openEmbeddedEngine } from './engine.ts'

/** A disk whose free space a test takes away and gives back. */
interface TestDisk {
  setFull: (isFull: boolean) => void
}

/** As Node.js throws them. */
const FAILURES = {
  disk: { code: 'ENOSPC', errno: -28 },
  quota: { code: 'Unknown system error -122', errno: -122 },
}

/**
 * Plays a full disk to the embedded engine, which writes with Node's synchronous calls: what needs more room fails, what overwrites
 * goes on. A real disk would have to be mounted, which only an administrator can do.
 */
function useTestDisk(failure: (typeof FAILURES)['disk']): TestDisk {
  let isFull = false
  const { writeSync } = fs
  const write = (
    file: number,
    bytes: Uint8Array,
    offset = 0,
    length = bytes.byteLength - offset,
    at?: number | null,
  ) => {
    if (isFull && at !== null && at !== undefined && at + length > fs.fstatSync(file).size)
      throw Object.assign(new Error('write'), failure)
    return writeSync(file, bytes, offset, length, at)
  }
  Object.assign(fs, { writeSync: write })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { writeSync })
    syncBuiltinESMExports()
  })
  return {
    setFull(value) {
      isFull = value
    },
  }
}

async function createDatabaseFolder(): Promise<string> {
  const dataDir = await createFolder()
  const engine = await openEmbeddedEngine({ dataDir, dump: await migratedDump() })
  await engine.close()
  return dataDir
}

test.each(['disk', 'quota'] as const)(
  'with a full %s the database goes on by itself once there is room again',
  async (what) => {
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

    const disk = useTestDisk(FAILURES[what])
    disk.setFull(true)
    let stored = 0
    const fill = async () => {
      for (;;) {
        await put(stored + 1)
        stored += 1
      }
    }
    await expect(fill()).rejects.toMatchObject({ fault: 'full' })
    disk.setFull(false)
    expect(await numbers()).toEqual([{ number: stored }])
    await put(stored + 1)
    await database.close()

    const next = await openDataFolder(folder)
    expect(await next.query('SELECT number FROM item')).toEqual([{ number: stored + 1 }])
    await next.close()
  },
)
