/** @module-tag thorough */
import fs from 'node:fs'
import promises, { cp, mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { migratedDump } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'

import { openDataFolder } from './data-folder.ts'
import { openEmbeddedEngine } from './engine.ts'

/** As Node.js throws them. A full disk takes what overwrites, unless it copies on write. */
const FAILURES = {
  'is full': { code: 'ENOSPC', errno: -28, fault: 'full', takes: 'overwriting' },
  'is full when it flushes': { code: 'ENOSPC', errno: -28, fault: 'full', takes: 'all' },
  'has a quota that is used up': { code: 'UNKNOWN', errno: -122, fault: 'full', takes: 'nothing' },
  'has a device that fails': { code: 'EIO', errno: -5, fault: 'failing', takes: 'nothing' },
  'needs to be repaired': { code: 'UNKNOWN', errno: -117, fault: 'failing', takes: 'nothing' },
  'has become read-only': { code: 'EROFS', errno: -30, fault: 'failing', takes: 'nothing' },
} as const

/**
 * Plays a failing disk to the embedded engine, which writes with Node's synchronous calls. A real one would have to be mounted,
 * which only an administrator can do.
 */
function useTestDisk({ code, errno, takes }: (typeof FAILURES)[keyof typeof FAILURES]) {
  let isFailing = false
  const { writeSync, fsyncSync } = fs
  const fail = () => {
    throw Object.assign(new Error('failed'), { code, errno })
  }
  const flush = (file: number) => (isFailing && takes !== 'overwriting' ? fail() : fsyncSync(file))
  const write = (
    file: number,
    bytes: Uint8Array,
    offset = 0,
    length = bytes.byteLength - offset,
    at?: number | null,
  ) => {
    if (isFailing && takes !== 'all' && at !== null && at !== undefined)
      if (takes === 'nothing' || at + length > fs.fstatSync(file).size) return fail()
    return writeSync(file, bytes, offset, length, at)
  }
  Object.assign(fs, { writeSync: write, fsyncSync: flush })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { writeSync, fsyncSync })
    syncBuiltinESMExports()
  })
  return {
    setFailing(value: boolean) {
      isFailing = value
    },
  }
}

let made: string
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'energy-metrics-disk-'))
  const engine = await openEmbeddedEngine({ dataDir: made, dump: await migratedDump() })
  await engine.close()
  return () => rm(made, { recursive: true })
})

test.each(Object.entries(FAILURES))(
  'on a disk that %s the database says so at once, and goes on by itself',
  async (_disk, failure) => {
    const folder = await createFolder()
    await cp(made, folder, { recursive: true })
    const database = await openDataFolder(folder)
    await database.query('CREATE TABLE item (number integer)')
    await database.query('INSERT INTO item VALUES (0)')
    const put = (number: number) =>
      database.transaction(async (connection) => {
        await connection.query('UPDATE item SET number = $1', [number])
        await connection.query("SELECT pg_logical_emit_message(true, 'filling', repeat('a', 4000000))")
      })
    const numbers = async () => database.query('SELECT number FROM item')

    const disk = useTestDisk(failure)
    disk.setFailing(true)
    let stored = 0
    const fill = async () => {
      for (;;) {
        await put(stored + 1)
        stored += 1
      }
    }
    await expect(fill()).rejects.toMatchObject({ fault: failure.fault })
    await expect(put(stored + 1)).rejects.toMatchObject({ fault: failure.fault })
    disk.setFailing(false)
    // A commit whose flush failed is in the log.
    if (failure.takes === 'all') stored += 1
    await expect.poll(numbers, { timeout: 20_000 }).toEqual([{ number: stored }])
    await put(stored + 1)
    await database.close()

    const next = await openDataFolder(folder)
    expect(await next.query('SELECT number FROM item')).toEqual([{ number: stored + 1 }])
    await next.close()
  },
)

test('names the quota that leaves no room for the folder of a first start', async () => {
  const folder = await createFolder()
  const { mkdir } = promises
  // As Node.js throws them.
  const refuse = async (_path: string, options?: { recursive?: boolean }) => {
    const failure =
      options?.recursive === true ? { code: 'ENOENT', errno: -2 } : { code: 'UNKNOWN', errno: -122 }
    throw Object.assign(new Error('mkdir'), failure, { syscall: 'mkdir' })
  }
  Object.assign(promises, { mkdir: refuse })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(promises, { mkdir })
    syncBuiltinESMExports()
  })
  await expect(openDataFolder(join(folder, 'new', 'data'))).rejects.toThrow(
    'cannot be used (EDQUOT): make room within the quota of its disk.',
  )
})
