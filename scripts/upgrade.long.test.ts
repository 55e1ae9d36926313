import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import { describeOnPostgresql } from '#server/testing/database.ts'
import { createFolder } from '#server/testing/folders.ts'
import { environmentWith, requestToken, startProduct, statusOf } from '#server/testing/process.ts'

const PASSWORD = 'given by the owner'
const DEMO = { SOURCE: 'demo', BACKFILL_DAYS: '3', ADMIN_PASSWORD: PASSWORD }

type Settings = Readonly<Record<string, string>>

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1e9 }).trim()

/** The last release: its tag, or in a clone without tags the commit that wrote its number. */
function lastRelease(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  const { version }: { version: string } = JSON.parse(git('show', 'HEAD:package.json'))
  const commit =
    tag || git('log', '--format=%H', `-S"version": "${version}"`, '--', 'package.json').split('\n').at(-1)
  if (!commit) throw new Error('The history of git does not reach back to the last release.')
  return commit
}

const folders = { before: '', now: process.cwd() }
beforeAll(() => {
  folders.before = execFileSync('mktemp', ['-d', '-t', 'energy-metrics-release-XXXXXX'], {
    encoding: 'utf8',
  }).trim()
  execFileSync(
    'sh',
    [
      '-euc',
      'git archive "$1" | tar -x -C "$2"; cd "$2"; npm ci; npm run build',
      'sh',
      lastRelease(),
      folders.before,
    ],
    { stdio: 'ignore' },
  )
  return () => execFileSync('rm', ['-r', folders.before])
})

type Version = keyof typeof folders

/** A version of the product on a database. Commands give what they say, and their exit code. */
function on(version: Version, settings: Settings) {
  const cwd = folders[version]
  const run = (name: string, ...words: string[]) => {
    const options = { cwd, env: environmentWith({ ...DEMO, ...settings }), encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`build/server/${name}.js`, ...words],
      options,
    )
    return { status, output: stdout + stderr }
  }
  const start = () =>
    startProduct({ ...DEMO, ...settings }, [process.execPath, 'build/server/main.js'], { cwd })
  async function works(): Promise<void> {
    const server = await start()
    await expect.poll(() => statusOf(`${server.address}/readyz`), { timeout: 300_000 }).toBe(200)
    expect((await requestToken(server, 'admin', PASSWORD)).status).toBe(200)
    server.kill()
    expect(await server.ended).toBe(0)
  }
  return { run, start, works }
}

/** To this version and back by a backup of before, and to this version again. Gives the users that it then has. */
async function goThereAndBack(settings: Settings, backupOf: () => string): Promise<string> {
  const [before, now] = [on('before', settings), on('now', settings)]
  await before.works()
  const file = join(await createFolder(), 'before.backup')
  expect(before.run('backup', file)).toMatchObject({ status: 0 })
  await now.works()
  const refused = await before.start()
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toContain('which this version does not know: start the version that made it')

  expect(before.run('restore', backupOf() || file, '--replace')).toMatchObject({
    status: 0,
    output: expect.stringContaining('every checksum agrees'),
  })
  await before.works()
  await now.works()
  return now.run('users', 'list').output
}

describe('an upgrade from the last release, and the way back', () => {
  test('on the embedded database, by the backup that the upgrade took', async () => {
    const dataDir = await createFolder()
    const backups = join(dataDir, 'energy-metrics.backups')
    const users = await goThereAndBack({ DATA_DIR: dataDir }, () =>
      join(backups, readdirSync(backups).at(-1) ?? ''),
    )
    expect(users).toMatch(/^admin {2}admin /)
  })

  test('a backup goes into a folder in which only files of the product were left', async () => {
    const [dataDir, left] = [await createFolder(), await createFolder()]
    const before = on('before', { DATA_DIR: dataDir })
    await before.works()
    const file = join(await createFolder(), 'one.backup')
    expect(before.run('backup', file).status).toBe(0)
    for (const name of ['energy-metrics.files', 'energy-metrics.lock'])
      writeFileSync(join(left, name), 'left')
    expect(on('now', { DATA_DIR: left }).run('restore', file)).toMatchObject({ status: 0 })
    await on('now', { DATA_DIR: left }).works()
  })
})

describeOnPostgresql('an upgrade from the last release, and the way back', (createUrl) => {
  test('by a backup from before the upgrade', async () => {
    const settings = { DATA_DIR: await createFolder(), DATABASE_URL: await createUrl() }
    expect(await goThereAndBack(settings, () => '')).toMatch(/^admin {2}admin /)
  })
})
