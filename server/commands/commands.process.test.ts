import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { builtProgram, copyDataFolder, createFolder, environmentWith } from '#server/testing/process.ts'

interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

const run = (name: string, words: readonly string[], dataDir: string): Ended =>
  spawnSync(process.execPath, [...builtProgram(name), ...words], {
    encoding: 'utf8',
    timeout: 60_000,
    env: environmentWith({ DATA_DIR: dataDir }),
  })

test.each([
  ['users', ['list']],
  ['users', ['remove', 'jane']],
  ['keys', ['list']],
  ['alerts', ['list']],
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

test('a pipe that nobody writes to is refused, and leaves the data folder free', async () => {
  const { dataDir } = await copyDataFolder()
  const pipe = join(await createFolder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  expect(run('import', [pipe], dataDir)).toMatchObject({
    status: 1,
    stderr: `pipe: nothing imported: it is not a regular file.\n1 of 1 file could not be imported.\n`,
  })
  expect(run('restore', [pipe], dataDir)).toMatchObject({
    status: 1,
    stderr: 'pipe is not a regular file.\n',
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
