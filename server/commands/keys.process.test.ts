import { spawnSync } from 'node:child_process'

import { expect, test } from 'vitest'

import { SERIES_PATH } from '#contract/series.ts'
import {
  builtProgram,
  copyDataFolder,
  environmentWith,
  startProduct,
  statusOf,
} from '#server/testing/process.ts'

test('npm run keys makes, lists and removes keys while the server runs', async () => {
  const { dataDir } = await copyDataFolder()
  const product = await startProduct({ DATA_DIR: dataDir })
  await expect.poll(() => statusOf(`${product.address}/readyz`)).toBe(200)
  const run = (...words: string[]) => {
    const env = environmentWith({ DATA_DIR: dataDir })
    const { status, stdout, stderr } = spawnSync(process.execPath, [...builtProgram('keys'), ...words], {
      env,
      encoding: 'utf8',
    })
    return { status, lines: stdout.split('\n'), stderr }
  }
  const { lines } = run('add', 'notebook')
  const [key = ''] = lines
  const read = async () => {
    const address = `${product.address}${SERIES_PATH}?area=DE&quantity=load&from=2026-11-20&to=2026-11-21`
    const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
    return [answer.status, (await answer.text()).split('\n').length]
  }
  expect(await read()).toEqual([200, 26])
  expect(run('add', 'notebook').stderr).toBe('admin already has a key named notebook.\n')
  expect(run('list').lines[0]).toMatch(
    /^notebook {2}since \d{4}-\d\d-\d\d, last used \d{4}-\d\d-\d\dT\d\d:\d\d$/,
  )
  expect(run('remove', 'notebook', '--user', 'admin').status).toBe(0)
  expect((await read())[0]).toBe(401)
  expect(run('remove', 'notebook').stderr).toBe('admin has no key named notebook.\n')
  expect(run('list', '--user', 'nobody').stderr).toBe('There is no user nobody.\n')
  expect(run('add').stderr).toMatch(/^Usage: npm run keys/)
})
