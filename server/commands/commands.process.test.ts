import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { describeOnPostgresql } from '#server/testing/database.ts'
import { copyDataFolder, createFolder } from '#server/testing/folders.ts'
import { runCommand, environmentWith, startReady } from '#server/testing/process.ts'

const run = (name: string, words: readonly string[], dataDir: string, input?: string) =>
  runCommand(name, words, { DATA_DIR: dataDir }, input)

test.each([
  ['users', ['list']],
  ['keys', ['list']],
  ['backtest', ['--area', 'DE', '--from', '2026-01-01', '--to', '2026-01-02']],
  ['backup', ['never.backup']],
  ['move', ['--to', 'postgres://127.0.0.1:1/none']],
  ['clear-demo', []],
])('npm run %s %j makes no database where there is none', async (name, words) => {
  const dataDir = join(await createFolder(), 'none')
  expect(run(name, words, dataDir)).toMatchObject({
    status: 1,
    stderr: `There is no database in ${dataDir}. Set DATA_DIR to its folder.\n`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

test.each(readdirSync('server/commands').flatMap((file) => /^([a-z-]+)\.ts$/.exec(file)?.[1] ?? []))(
  'npm run %s -- --help says how to call it',
  async (name) => {
    const { status, stdout, stderr } = run(name, ['--help'], join(await createFolder(), 'none'))
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`))
  },
)

test('a pipe that nobody writes to is refused, and leaves the data folder free', async () => {
  const { dataDir } = await copyDataFolder()
  const pipe = join(await createFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(run('import', [pipe], dataDir)).toMatchObject({
    status: 1,
    stderr: `pipe: nothing imported: it is not a regular file. For standard input write -.\n1 of 1 file could not be imported.\n`,
  })
  expect(run('restore', [pipe], dataDir)).toMatchObject({
    status: 1,
    stderr: 'pipe is not a regular file.\n',
  })
})

test('standard input is imported like a file, through npm too, and leaves no copy', async () => {
  const { dataDir } = await copyDataFolder()
  const folder = await createFolder()
  const input = 'timestamp,area,load\n2026-03-02T00:00Z,DE,50000\n2026-03-02T01:00Z,DE,51000\n'
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'import', '--', '-'], {
    encoding: 'utf8',
    input,
    env: environmentWith({ DATA_DIR: dataDir, TMPDIR: folder }),
  })
  expect(stderr).toContain('scripts/run.js import -\n')
  expect(status).toBe(0)
  expect(stdout).toContain('\nstandard input: 2 lines, 2 values, 2 changed in the database.\n')
  expect(readdirSync(folder).filter((name) => name.includes('import'))).toEqual([])
  expect(run('import', ['-'], dataDir, 'timestamp,area\n')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^standard input: nothing imported: line 1: /),
  })
})

test.each(['main', 'users'])('%s says which Node.js it needs where that is too old', async (name) => {
  const versions = `{ value: { ...process.versions, node: '18.20.8' } }`
  const pretence = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`
  const words = ['--import', pretence, `build/server/${name}.js`]
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect(stderr).toBe('Energy Metrics needs Node.js 20.19 or newer; this is 18.20.8.\n')
  expect(status).toBe(1)
})

describeOnPostgresql('clear-demo', (createUrl) => {
  test('ends, and frees the database for the next server', async () => {
    const settings = { DATABASE_URL: await createUrl() }
    for (let time = 0; time < 2; time += 1)
      expect(runCommand('clear-demo', [], settings)).toMatchObject({
        status: 0,
        stdout: 'Removed 0 months of demo series and 0 forecast runs.\n',
      })
  })
})

describeOnPostgresql('the data folder of a server that uses PostgreSQL', (createUrl) => {
  test('is refused to every command that misses DATABASE_URL, and is used again after the server has used it', async () => {
    const { dataDir } = await copyDataFolder()
    const file = join(await createFolder(), 'one.backup')
    expect(run('backup', [file], dataDir).status).toBe(0)
    const server = await startReady({ DATA_DIR: dataDir, DATABASE_URL: await createUrl() })
    const before = readdirSync(dataDir)
    const calls: [string, string[]][] = [
      ['users', ['list']],
      ['users', ['add', 'jane']],
      ['keys', ['list']],
      ['backup', [`${file}.2`]],
      ['restore', [file, '--replace']],
      ['import', ['-']],
      ['clear-demo', []],
      ['backtest', ['--area', 'DE', '--from', '2026-01-01', '--to', '2026-01-02']],
      ['ingest', ['--from', '2026-01-01', '--to', '2026-01-02']],
    ]
    const refusal = `The server uses PostgreSQL and not ${dataDir}: run this with the DATABASE_URL of the server. To use the folder again, remove ${dataDir}/energy-metrics.unused.\n`
    for (const [name, words] of calls)
      expect([name, run(name, words, dataDir, 'a password for jane\n')]).toMatchObject([
        name,
        { status: 1, stdout: '', stderr: refusal },
      ])
    expect(runCommand('doctor', [], { DATA_DIR: dataDir, SOURCE: 'none' })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(refusal),
    })
    expect(readdirSync(dataDir)).toEqual(before)
    server.kill()
    await server.ended

    await startReady({ DATA_DIR: dataDir })
    expect(run('users', ['list'], dataDir).stdout).toMatch(/^admin /)
  })
})
