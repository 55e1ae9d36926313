import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { backUp } from '#server/database/backup/write-backup.ts'
import { DamageError, StartError } from '#server/errors.ts'

import { openDataFolder } from './data-folder.ts'
import { lockFile } from './folder-lock.ts'

let root: string
let prepared: string
/** The files in the folder that hold this row, an index on it, and the migrations. */
let files: { rows: string; index: string; migrations: string }

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'energy-metrics-data-folder-'))
  prepared = join(root, 'prepared')
  const database = await openDataFolder(prepared)
  await database.query("INSERT INTO series (area, quantity, kind) VALUES ('DE', 'load', 'actual')")
  const [paths] = await database.query<typeof files>(
    `SELECT pg_relation_filepath('series') AS rows, pg_relation_filepath('series_area_quantity_kind_key') AS index,
      pg_relation_filepath('migration') AS migrations`,
  )
  if (paths === undefined) throw new Error('The database names no files')
  files = paths
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

test('can be opened once at a time, by either name of its folder, and keeps what is stored to the next opening', async () => {
  const folder = await copyOf(prepared)
  const alias = join(root, 'alias')
  await symlink(folder, alias)
  for (const name of [folder, alias]) {
    const database = await openDataFolder(name)
    await expect(openDataFolder(folder)).rejects.toThrow(
      new StartError(
        `${folder} is in use by another process: stop that one, or set DATA_DIR to another folder.`,
      ),
    )
    expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
    await database.close()
  }
})

const DAMAGES: [string, (folder: string) => Promise<void>][] = [
  ['an empty PG_VERSION', (folder) => truncate(join(folder, 'PG_VERSION'), 0)],
  ['a control file of no length', (folder) => truncate(join(folder, 'global/pg_control'), 0)],
  ['a control file with a wrong bit', (folder) => flip(join(folder, 'global/pg_control'), 100)],
  ['no global folder', (folder) => rm(join(folder, 'global'), { recursive: true })],
  ['no base folder', (folder) => rm(join(folder, 'base'), { recursive: true })],
  ['no log', (folder) => rm(join(folder, 'pg_wal'), { recursive: true })],
  ['no settings', (folder) => rm(join(folder, 'postgresql.conf'))],
  ['a catalogue cut inside a page', (folder) => truncate(join(folder, 'base/5/1259'), 9000)],
  ['a catalogue with a wrong bit', (folder) => flip(join(folder, 'base/5/1259'), 12_000)],
  ['no transaction log', (folder) => truncate(join(folder, 'pg_xact/0000'), 0)],
  ['every file cut', (folder) => eachFile(folder, (file) => truncate(file, 100))],
  ['every file empty', (folder) => eachFile(folder, (file) => truncate(file, 0))],
]

test.each(DAMAGES)('refuses a database with %s, with one line that says why', async (_name, damage) => {
  const folder = await copyOf(prepared)
  await damage(folder)
  const opening = openDataFolder(folder)
  await expect(opening).rejects.toBeInstanceOf(StartError)
  await expect(opening).rejects.toThrow(
    /^The database in .+ cannot be opened: .+\. Move its files away and restore a backup, or set DATA_DIR to an empty folder\.$/,
  )
})

const PAGE_BYTES = 8192
/** Near the end of a page, where its rows are. */
const ROWS_OFFSET = 8100

test.each<[string, (folder: string) => Promise<void>, string]>([
  ['of rows', (folder) => flip(join(folder, files.rows), ROWS_OFFSET), 'invalid page in block 0'],
  // The first page of an index is about itself.
  [
    'of an index',
    (folder) => flip(join(folder, files.index), PAGE_BYTES + ROWS_OFFSET),
    'invalid page in block 1',
  ],
  ['that is cut off', (folder) => truncate(join(folder, files.rows), 0), 'could not read blocks 0..0'],
])(
  'opens with a damaged page %s, which is named when it is read, and goes on with the rest',
  async (_name, damage, words) => {
    const folder = await copyOf(prepared)
    await damage(folder)
    for (let opening = 0; opening < 2; opening += 1) {
      const database = await openDataFolder(folder)
      const reading = database.query(
        "SELECT id FROM series WHERE area = 'DE' AND quantity = 'load' AND kind = 'actual'",
      )
      await expect(reading).rejects.toBeInstanceOf(DamageError)
      await expect(reading).rejects.toThrow(words)
      await database.query('INSERT INTO setting (name, value) VALUES ($1, $1)', [`opening ${opening}`])
      await database.close()
    }
  },
)

test('does not back up a damaged page as if nothing were wrong', async () => {
  const folder = await copyOf(prepared)
  await flip(join(folder, files.rows), ROWS_OFFSET)
  const database = await openDataFolder(folder)
  onTestFinished(() => database.close())
  const backup = join(root, 'damaged.backup')
  await expect(backUp(database, { to: backup, nowMs: 0 })).rejects.toThrow('invalid page in block 0')
  await expect(stat(backup)).rejects.toThrow('ENOENT')
})

test('refuses a database with a damaged page that its opening reads, with one line that names it', async () => {
  const folder = await copyOf(prepared)
  await flip(join(folder, files.migrations), ROWS_OFFSET)
  const opening = openDataFolder(folder)
  await expect(opening).rejects.toThrow(
    /^The database is damaged: invalid page in block 0 .+\. Restore a backup\.$/,
  )
  await expect(opening).rejects.toBeInstanceOf(DamageError)
})

test('opens a database whose process was killed just as it began to open it', async () => {
  const folder = await copyOf(prepared)
  await writeFile(join(folder, 'postmaster.pid'), '')
  const database = await openDataFolder(folder)
  expect(await database.query('SELECT area FROM series')).toEqual([{ area: 'DE' }])
  await database.close()
})

/** Only an administrator can mount. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(canMount)('says that a folder is on a read-only file system', async () => {
  const folder = await copyOf(prepared)
  execFileSync('mount', ['--bind', folder, folder])
  onTestFinished(() => void execFileSync('umount', [folder]))
  execFileSync('mount', ['-o', 'remount,ro,bind', folder])
  await expect(openDataFolder(folder)).rejects.toThrow(
    new StartError(`DATA_DIR ${folder} cannot be used (EROFS): it is on a read-only file system.`),
  )
})

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

test('removes what a killed backup has left beside the backups of updates, and nothing else', async () => {
  const folder = await copyOf(prepared)
  const backups = join(folder, 'energy-metrics.backups')
  await mkdir(backups)
  // No process has a number this large.
  const left = 'a.backup.energy-metrics-999999999.part'
  const kept = [`a.backup.energy-metrics-${process.ppid}.part`, 'b.backup', 'c.part']
  for (const name of [left, ...kept]) await writeFile(join(backups, name), '')
  await (await openDataFolder(folder)).close()
  expect(await readdir(backups)).toEqual(kept)
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
