import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { StartError } from '#server/errors.ts'

import { openDataFolder } from './data-folder.ts'
import { lockFile } from './folder-lock.ts'

let root: string
/** A data folder with a row in it, closed in order. */
let prepared: string
/** The files in the folder that hold this row and an index on it. */
let seriesFile: string
let seriesIndex: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'energy-metrics-data-folder-'))
  prepared = join(root, 'prepared')
  const database = await openDataFolder(prepared)
  await database.query("INSERT INTO series (area, quantity, kind) VALUES ('DE', 'load', 'actual')")
  const [row] = await database.query<{ rows: string; index: string }>(
    "SELECT pg_relation_filepath('series') AS rows, pg_relation_filepath('series_area_quantity_kind_key') AS index",
  )
  seriesFile = row?.rows ?? ''
  seriesIndex = row?.index ?? ''
  await database.close()
})
afterAll(() => rm(root, { recursive: true }))

async function copyOf(folder: string): Promise<string> {
  const copy = await mkdtemp(join(root, 'copy-'))
  cpSync(folder, copy, { recursive: true })
  return copy
}

/** Every name, size and byte of a folder, in short. Read without promises, which would take most of the time of these tests. */
function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const found = statSync(join(folder, path))
    hash.update(`${path} ${found.size} ${found.mtimeMs}`)
    if (found.isFile()) hash.update(readFileSync(join(folder, path)))
  }
  return hash.digest('hex')
}

async function flip(file: string, offset: number): Promise<void> {
  const bytes = await readFile(file)
  bytes[offset] = (bytes[offset] ?? 0) ^ 0xff
  await writeFile(file, bytes)
}

async function eachFile(folder: string, change: (file: string) => Promise<void>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await change(join(entry.parentPath, entry.name))
  }
}

test('keeps what is stored from one opening to the next', async () => {
  const folder = await copyOf(prepared)
  for (let opening = 0; opening < 2; opening += 1) {
    const database = await openDataFolder(folder)
    expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
    await database.close()
  }
})

test('can be opened once at a time, and again after it is closed', async () => {
  const folder = await copyOf(prepared)
  const database = await openDataFolder(folder)
  await expect(openDataFolder(folder)).rejects.toThrow(
    new StartError(
      `${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
    ),
  )
  expect(await database.query('SELECT area FROM series')).toHaveLength(1)
  await database.close()
  await (await openDataFolder(folder)).close()
})

const DAMAGES: [string, (folder: string) => Promise<void>][] = [
  ['an empty PG_VERSION', (folder) => truncate(join(folder, 'PG_VERSION'), 0)],
  ['a control file of no length', (folder) => truncate(join(folder, 'global/pg_control'), 0)],
  ['half a control file', (folder) => truncate(join(folder, 'global/pg_control'), 4096)],
  ['a control file with a wrong bit', (folder) => flip(join(folder, 'global/pg_control'), 100)],
  ['no global folder', (folder) => rm(join(folder, 'global'), { recursive: true })],
  ['no base folder', (folder) => rm(join(folder, 'base'), { recursive: true })],
  ['no log', (folder) => rm(join(folder, 'pg_wal'), { recursive: true })],
  ['no settings', (folder) => rm(join(folder, 'postgresql.conf'))],
  ['a table of no length', (folder) => truncate(join(folder, 'base/5/1259'), 0)],
  ['a table cut at a page', (folder) => truncate(join(folder, 'base/5/1259'), 8192)],
  ['a table cut inside a page', (folder) => truncate(join(folder, 'base/5/1259'), 9000)],
  ['a table with a wrong bit', (folder) => flip(join(folder, 'base/5/1259'), 12_000)],
  ['no transaction log', (folder) => truncate(join(folder, 'pg_xact/0000'), 0)],
  ['every file cut', (folder) => eachFile(folder, (file) => truncate(file, 100))],
  ['every file empty', (folder) => eachFile(folder, (file) => truncate(file, 0))],
]

test.each(DAMAGES)('refuses a database with %s, and leaves it as it is', async (_name, damage) => {
  const folder = await copyOf(prepared)
  await damage(folder)
  const before = fingerprint(folder)
  await expect(openDataFolder(folder)).rejects.toThrow(
    / is damaged \(.+\)\. Nothing was changed: move its files away and restore a backup/,
  )
  expect(fingerprint(folder)).toBe(before)
})

test('after a stop without warning, still refuses files that are cut', async () => {
  const folder = await copyOf(prepared)
  await rm(join(folder, 'energy-metrics.files'))
  await truncate(join(folder, 'base/5/1259'), 9000)
  const before = fingerprint(folder)
  await expect(openDataFolder(folder)).rejects.toThrow('damaged (base/5/1259)')
  expect(fingerprint(folder)).toBe(before)
})

test.each([
  ['empty', ''],
  ['half written', '{"PG_VERSION":{"bytes":3,"sha2'],
  ['of another shape', '[]'],
])('opens a sound database whose list of files is %s', async (_name, list) => {
  const folder = await copyOf(prepared)
  await writeFile(join(folder, 'energy-metrics.files'), list)
  const database = await openDataFolder(folder)
  expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
  await database.close()
})

test('after a stop without warning, refuses wrong bits with one line that says where they are', async () => {
  for (const file of ['base/5/1259', 'base/5/1249', seriesFile, seriesIndex]) {
    const folder = await copyOf(prepared)
    await rm(join(folder, 'energy-metrics.files'))
    // Near the end of a page, where its rows are. The first page of an index is about itself.
    await flip(join(folder, file), (file === seriesIndex ? 8192 : 0) + 8100)
    // The second time it is not mistaken for a database that was closed in order.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const opening = openDataFolder(folder)
      await expect(opening).rejects.toBeInstanceOf(StartError)
      await expect(opening).rejects.toThrow(
        /^The database in .+ cannot be opened: invalid page in block \d of relation "[^"]+"\. Move its files away and restore a backup, or set DATA_DIR to an empty folder\.$/,
      )
    }
  }
})

test('opens a database whose process was killed just as it began to open it', async () => {
  const folder = await copyOf(prepared)
  await rm(join(folder, 'energy-metrics.files'))
  await writeFile(join(folder, 'postmaster.pid'), '')
  const database = await openDataFolder(folder)
  expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
  await database.close()
})

test('after a stop without warning, notices that rows are missing at the end of a cut table', async () => {
  const folder = await copyOf(prepared)
  await rm(join(folder, 'energy-metrics.files'))
  await truncate(join(folder, seriesFile), 0)
  await expect(openDataFolder(folder)).rejects.toThrow(/ cannot be opened: could not read blocks 0\.\.0 /)
})

test('opens a folder by a symbolic link to it, and is locked by either name', async () => {
  const folder = await copyOf(prepared)
  const alias = join(root, 'alias')
  await symlink(folder, alias)
  const database = await openDataFolder(alias)
  expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
  await expect(openDataFolder(folder)).rejects.toThrow('is in use by another process')
  await database.close()
})

/** Only an administrator can mount. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.each(canMount ? [true, false] : [])(
  'says that a folder is on a read-only file system, and leaves it as it is (closed in order: %s)',
  async (wasClosed) => {
    const folder = await copyOf(prepared)
    if (!wasClosed) await rm(join(folder, 'energy-metrics.files'))
    const before = fingerprint(folder)
    execFileSync('mount', ['--bind', folder, folder])
    onTestFinished(() => void execFileSync('umount', [folder]))
    execFileSync('mount', ['-o', 'remount,ro,bind', folder])
    await expect(openDataFolder(folder)).rejects.toThrow(
      new StartError(`DATA_DIR ${folder} cannot be used (EROFS): it is on a read-only file system.`),
    )
    expect(fingerprint(folder)).toBe(before)
  },
)

test('refuses a folder of other files, and leaves it as it is', async () => {
  const folder = join(root, 'photos')
  await mkdir(folder)
  await writeFile(join(folder, 'summer.jpg'), 'not a database')
  await expect(openDataFolder(folder)).rejects.toThrow(
    /holds other files and no database\. Nothing was changed/,
  )
  expect(await readdir(folder)).toEqual(['summer.jpg'])
})

test('refuses a database of another PostgreSQL', async () => {
  const folder = await copyOf(prepared)
  await writeFile(join(folder, 'PG_VERSION'), '17\n')
  const before = fingerprint(folder)
  await expect(openDataFolder(folder)).rejects.toThrow(/was made by PostgreSQL 17, but this version reads 18/)
  expect(fingerprint(folder)).toBe(before)
})

test('refuses a path that is not a folder', async () => {
  const file = join(root, 'file')
  await writeFile(file, '')
  await expect(openDataFolder(file)).rejects.toThrow(/cannot be used \(EEXIST\)/)
  await expect(openDataFolder(join(file, 'data'))).rejects.toThrow(/cannot be used \(ENOTDIR\)/)
})

test('starts again where the first start was interrupted', async () => {
  const folder = await copyOf(prepared)
  await rm(join(folder, 'base'), { recursive: true })
  await writeFile(join(folder, 'energy-metrics.unfinished'), '')
  const database = await openDataFolder(folder)
  expect(await database.query('SELECT area FROM series')).toEqual([])
  await database.close()
})

test('makes a folder that only its owner can enter', async () => {
  const folder = join(root, 'parent', 'made')
  await (await openDataFolder(folder)).close()
  expect((await stat(folder)).mode & 0o077).toBe(0)
})

test('a lock file belongs to its owner until that process ends', async () => {
  const file = join(root, 'lock')
  onTestFinished(() => rm(file, { force: true }))
  const unlock = await lockFile(file)
  expect(await lockFile(file)).toBeNull()
  await unlock?.()
  // No process has a number this large.
  await writeFile(file, '999999999')
  const attempts = await Promise.all(Array.from({ length: 8 }, () => lockFile(file)))
  expect(attempts.filter((lock) => lock !== null)).toHaveLength(1)
})
