import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import type { Database } from '#server/database/database.ts'
import { openDataFolder } from '#server/database/embedded/data-folder.ts'
import { createEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import { type EmbeddedEngine, openEmbeddedEngine } from '#server/database/embedded/engine.ts'
import { createLeadership } from '#server/database/leadership.ts'
import { MIGRATIONS, type PrepareSchema } from '#server/database/migrations.ts'
import { createPostgresqlDatabase } from '#server/database/postgresql/postgresql-database.ts'
import {
  describeOnPostgresql,
  migratedDump,
  openMemoryDatabase,
  openTestDatabase,
} from '#server/testing/database.ts'
import { earlierSchema } from '#server/testing/earlier-schema.ts'

import { BackupHeaderSchema } from './backup-format.ts'
import { checkBackup } from './read-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { backUp } from './write-backup.ts'

async function storeOneOfEverything(database: Database): Promise<void> {
  await database.query(
    `INSERT INTO series (area, quantity, kind)
     SELECT 'DE', 'load', 'kind ' || n FROM generate_series(1, 700) AS n`,
  )
  await database.query(
    `INSERT INTO chunk SELECT id, '2026-02-01', 60, '\\x0000803f0000c07f5c27', 'it''s "test"\\', '2026-03-01T01:02:03.456789Z', '2026-03-01' FROM series`,
  )
  await database.query(
    "INSERT INTO app_user (name, name_key, password_hash, last_address) VALUES ('Zoë, {x}', 'zoë', 'hash', NULL), ('b', 'b', 'hash', '')",
  )
  await database.query(
    "INSERT INTO dashboard (id, user_id, name, query) SELECT gen_random_uuid(), id, 'Mine, \"a\"', '?v=1' FROM app_user",
  )
  await database.query(
    "INSERT INTO access_key (id, user_id, name, key_hash) SELECT gen_random_uuid(), id, 'Notebook', name FROM app_user",
  )
  await database.query(
    `INSERT INTO alert_rule (id, user_id, name, area, measure, side, threshold_mw, hours, url, secret)
     SELECT gen_random_uuid(), id, 'High', 'DE', 'residual', 'above', 0.1, 24, 'https://x/', 's' FROM app_user`,
  )
  await database.query(
    `INSERT INTO alert_message (id, rule_id, body, created_at)
     SELECT gen_random_uuid(), id, '{"a":1}', '2026-03-01T01:02:03.456789Z' FROM alert_rule`,
  )
  await database.query("INSERT INTO setting VALUES ('key', 'line\nline')")
  await database.query(
    "INSERT INTO ingestion_state VALUES ('demo', 'DE', '{[2026-01-01,2026-02-01),[2026-03-01,2026-04-01)}')",
  )
  await database.query(
    "INSERT INTO weather_version VALUES ('DE', '2026-02-03', '2026-02-02T07:00Z', '2026-02-02T07:00:01Z', 'm', NULL, '2026-02-02T20:00Z', '\\x00000000')",
  )
  await database.query('UPDATE revision SET number = 41')
}

const NOW_MS = Date.UTC(2026, 10, 22, 12)

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'energy-metrics-backup-'))
  file = join(folder, 'good.backup')
  const database = await openMemoryDatabase()
  await storeOneOfEverything(database)
  await backUp(database, { to: file, nowMs: NOW_MS })
  await database.close()
})
afterAll(() => rm(folder, { recursive: true }))

let lastFile = 0
const nextFile = () => join(folder, `${(lastFile += 1)}.backup`)

/** Rows and sums of every table of a database, but for the revision, which a restore raises. */
async function sumsOf(database: Database): Promise<unknown> {
  const copy = nextFile()
  await backUp(database, { to: copy, nowMs: NOW_MS })
  return sumsIn(copy)
}
async function sumsIn(backup: string): Promise<unknown> {
  const { sums } = await checkBackup(backup)
  return sums.filter(({ table }) => table !== 'revision')
}

const restoring =
  (backup: string, mayReplace = false): PrepareSchema =>
  (connection) =>
    restoreBackup(connection, { file: backup, mayReplace })

async function openEngine(): Promise<EmbeddedEngine> {
  const engine = await openEmbeddedEngine({ dump: await migratedDump() })
  onTestFinished(() => engine.close())
  return engine
}

test('the file is whole or not there, and only its owner can read it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const database = await openTestDatabase()
  await storeOneOfEverything(database)
  const before = await readdir(folder)
  const onRows = () => {
    throw new Error('stopped halfway')
  }
  await expect(backUp(database, { to: nextFile(), nowMs: NOW_MS, onRows })).rejects.toThrow('halfway')
  expect(await readdir(folder)).toEqual(before)
})

test('a backup removes what killed ones have left beside it, and nothing else', async () => {
  const place = join(folder, 'drafts')
  await mkdir(place)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const kept = ['a.energy-metrics-1.part', 'b.part', 'c.backup']
  for (const name of [`a.energy-metrics-${pid}.part`, ...kept]) await writeFile(join(place, name), '')
  await backUp(await openTestDatabase(), { to: join(place, 'new.backup'), nowMs: NOW_MS })
  expect(await readdir(place)).toEqual([...kept, 'new.backup'])
})

describe('a file that is refused', () => {
  let lines: string[] = []
  beforeAll(async () => {
    lines = gunzipSync(await readFile(file))
      .toString()
      .trimEnd()
      .split('\n')
  })
  const packed = (changed: readonly string[]) => gzipSync(changed.map((line) => `${line}\n`).join(''))
  const header = () => BackupHeaderSchema.parse(JSON.parse(lines[0] ?? ''))

  test('is read once, also where one line never ends', async () => {
    const endless = nextFile()
    await writeFile(endless, gzipSync(Buffer.alloc(65 * 2 ** 20, 'x'), { level: 1 }))
    const before = process.cpuUsage()
    await expect(checkBackup(endless)).rejects.toThrow(/^is damaged/)
    const { user, system } = process.cpuUsage(before)
    // Some 0.3 s, and over a minute where each piece is joined to the line before.
    expect((user + system) / 1e6).toBeLessThan(8)
  })

  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['is empty', () => Buffer.alloc(0), /^is not a backup/],
    ['is text', () => Buffer.from('timestamp,area\n'), /^is not a backup/],
    ['is another packed file', () => packed(['{"a":1}', '[]']), /^is not a backup/],
    ['is packed text', () => packed(['one', 'two']), /^is not a backup/],
    ['is cut', async () => (await readFile(file)).subarray(0, 2000), /^is damaged/],
    ['lacks its last byte', async () => (await readFile(file)).subarray(0, -1), /^is damaged/],
    ['lacks its last line', () => packed(lines.slice(0, -1)), /^is damaged/],
    ['lacks a row', () => packed(lines.toSpliced(5, 1)), /^is damaged/],
    ['has a changed row', () => packed(lines.with(5, (lines[5] ?? '').replace('"', '"x'))), /^is damaged/],
    ['has a line that is not JSON', () => packed(lines.with(5, '["a')), /^is damaged/],
    ['goes on after its end', () => packed([...lines, '[]']), /^is damaged/],
    [
      'has a wrong bit',
      async () => {
        const bytes = await readFile(file)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 16
        return bytes
      },
      /^is damaged/,
    ],
    [
      'has a later format',
      () => packed([JSON.stringify({ ...header(), format: 2 }), ...lines.slice(1)]),
      /^was made by a newer version/,
    ],
    [
      'has a later schema',
      () =>
        packed([
          JSON.stringify({ ...header(), schema: [{ number: 99, title: 'later' }] }),
          ...lines.slice(1),
        ]),
      /^was made by a newer version/,
    ],
  ])('%s', async (_, bytes, sentence) => {
    const bad = nextFile()
    await writeFile(bad, await bytes())
    await expect(checkBackup(bad)).rejects.toThrow(sentence)
  })

  test('is not there, or a folder', async () => {
    await expect(checkBackup(join(folder, 'none'))).rejects.toThrow('does not exist.')
    await expect(checkBackup(folder)).rejects.toThrow('is not a regular file.')
  })
})

test('restores every row, goes on with the ids, and raises the revision; one that is refused or fails changes nothing', async () => {
  const engine = await openEngine()
  const restore = (prepareSchema: PrepareSchema) => createEmbeddedDatabase(engine, prepareSchema)
  const database = await restore(restoring(file))
  expect(await sumsOf(database)).toEqual(await sumsIn(file))
  const revision = () => database.query('SELECT number FROM revision')
  expect(await revision()).toEqual([{ number: 42 }])
  const added = "INSERT INTO series (area, quantity, kind) VALUES ('FR', 'load', 'new') RETURNING id"
  expect(await database.query(added)).toEqual([{ id: 701 }])
  expect(await database.query('SELECT ts FROM observation LIMIT 1')).toHaveLength(1)

  await database.query('UPDATE revision SET number = 90')
  const before = await sumsOf(database)
  await expect(restore(restoring(file))).rejects.toThrow(
    'would replace 700 months of series, the last stored at 2026-03-01T01:02Z, and 2 users. Nothing',
  )
  expect(await sumsOf(database)).toEqual(before)
  // It passes the checks of the file, and not those of the database: the same row twice.
  const twice = nextFile()
  await writeFile(twice, await withFirstRowTwice())
  await expect(restore(restoring(twice, true))).rejects.toThrow('cannot be restored: duplicate key')
  expect(await sumsOf(database)).toEqual(before)
  expect(await revision()).toEqual([{ number: 90 }])

  await restore(restoring(file, true))
  expect(await sumsOf(database)).toEqual(await sumsIn(file))
  expect(await revision()).toEqual([{ number: 91 }])
})

async function withFirstRowTwice(): Promise<Buffer> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
    .slice(0, -1)
  const row = lines.findIndex((line) => line.startsWith('['))
  const body = lines
    .toSpliced(row, 0, lines[row] ?? '')
    .map((line) => `${line}\n`)
    .join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  return gzipSync(`${body}${JSON.stringify({ sums: [], sha256 })}\n`)
}

/** The schema as it was before weather and dashboards. */
const EARLIER = earlierSchema(7)

test('a backup of an earlier schema is brought up to date, also over a later one', async () => {
  const engine = await openEmbeddedEngine({})
  onTestFinished(() => engine.close())
  const earlier = await createEmbeddedDatabase(engine, EARLIER)
  await earlier.query("INSERT INTO series (area, quantity, kind) VALUES ('PL', 'load', 'actual')")
  for (const name of ['zoe', 'adam'])
    await earlier.query("INSERT INTO app_user (name, name_key, password_hash) VALUES ($1, $1, 'hash')", [
      name,
    ])
  const old = nextFile()
  await backUp(earlier, { to: old, nowMs: NOW_MS })

  const target = await openEngine()
  const later = await createEmbeddedDatabase(target)
  await later.query('CREATE TABLE of_a_later_version (id integer)')
  await later.query("INSERT INTO migration (number, title) VALUES (99, 'later')")
  await expect(createEmbeddedDatabase(target)).rejects.toThrow('which this version does not know')
  const restored = await createEmbeddedDatabase(target, restoring(old, true))
  expect(await restored.query('SELECT area FROM series')).toEqual([{ area: 'PL' }])
  expect(await restored.query('SELECT count(*) AS n FROM migration')).toEqual([{ n: MIGRATIONS.length }])
  expect(await restored.query('SELECT * FROM dashboard')).toEqual([])
  expect(await restored.query('SELECT name, role, is_disabled FROM app_user ORDER BY id')).toEqual([
    { name: 'zoe', role: 'admin', is_disabled: false },
    { name: 'adam', role: 'analyst', is_disabled: false },
  ])
  await expect(restored.query('SELECT * FROM of_a_later_version')).rejects.toThrow('does not exist')
})

test('a data folder is backed up before its schema changes, and the last three backups are kept', async () => {
  const dataDir = join(folder, 'data')
  const backups = join(dataDir, 'energy-metrics.backups')
  const opened = await openDataFolder(dataDir, EARLIER)
  await opened.query("INSERT INTO series (area, quantity, kind) VALUES ('PL', 'load', 'actual')")
  await opened.close()
  await writeFile(backups, 'in the way')
  await expect(openDataFolder(dataDir)).rejects.toThrow(/cannot be backed up to .+ Nothing was changed\.$/)
  await rm(backups)
  await mkdir(backups)
  for (const year of [2023, 2024, 2025])
    await writeFile(join(backups, `energy-metrics.${year}0101T000000Z.schema-6.backup`), '')

  await (await openDataFolder(dataDir)).close()
  const names = (await readdir(backups)).toSorted()
  expect(names).toEqual([
    'energy-metrics.20240101T000000Z.schema-6.backup',
    'energy-metrics.20250101T000000Z.schema-6.backup',
    expect.stringMatching(/^energy-metrics\.20\d{6}T\d{6}Z\.schema-7\.backup$/),
  ])
  const last = join(backups, names[2] ?? '')
  const { header } = await checkBackup(last)
  expect(header.schema).toHaveLength(7)
  // Up to date: nothing changes, and nothing is backed up.
  const again = await openDataFolder(dataDir, restoring(last, true))
  expect(await again.query('SELECT area FROM series')).toEqual([{ area: 'PL' }])
  await again.close()
  await (await openDataFolder(dataDir)).close()
  expect((await readdir(backups)).toSorted()).toEqual(names)
})

describeOnPostgresql('a backup', (createUrl) => {
  async function openPostgresql(url: string, prepareSchema?: PrepareSchema): Promise<Database> {
    const database = await createPostgresqlDatabase(url, undefined, prepareSchema)
    onTestFinished(() => database.close())
    return database
  }

  test('goes to PostgreSQL and back, with the same sums', async () => {
    const there = await openPostgresql(await createUrl(), restoring(file))
    expect(await sumsOf(there)).toEqual(await sumsIn(file))
    const back = nextFile()
    await backUp(there, { to: back, nowMs: NOW_MS })
    const here = await createEmbeddedDatabase(await openEngine(), restoring(back))
    expect(await sumsOf(here)).toEqual(await sumsIn(file))
  })

  test('is of one moment, while others write', async () => {
    const url = await createUrl()
    const [database, writer] = [await openPostgresql(url, restoring(file)), await openPostgresql(url)]
    const copy = nextFile()
    const writes: Promise<unknown>[] = []
    const onRows = () => {
      if (writes.length === 0) writes.push(writer.query("INSERT INTO setting VALUES ('added', 'meanwhile')"))
    }
    await backUp(database, { to: copy, nowMs: NOW_MS, onRows })
    await Promise.all(writes)
    expect(await sumsIn(copy)).toEqual(await sumsIn(file))
    expect(await sumsOf(database)).not.toEqual(await sumsIn(file))
  })

  test('is not restored while a server works, nor among tables of something else', async () => {
    const url = await createUrl()
    const leadership = createLeadership(await openPostgresql(url))
    await expect.poll(() => leadership.isLeader()).toBe(true)
    await expect(openPostgresql(url, restoring(file))).rejects.toThrow('stop all servers first')
    await leadership.close()

    const foreign = await createUrl()
    const other = await openPostgresql(foreign, () => Promise.resolve())
    await other.query('CREATE TABLE accounts (id integer)')
    await expect(openPostgresql(foreign, restoring(file, true))).rejects.toThrow('tables of something else')
    expect(await other.query('SELECT * FROM accounts')).toEqual([])
  })
})
