import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { SERIES_PATH } from '#contract/series.ts'
import { CSV_TYPE, UPLOADS_PATH } from '#contract/uploads.ts'
import { copyDataFolder, createFolder } from '#server/testing/folders.ts'
import { builtProgram, environmentWith, runCommand, startReady } from '#server/testing/process.ts'

test('npm run keys makes, lists and removes keys while the server runs', async () => {
  const { dataDir } = await copyDataFolder()
  const product = await startReady({ DATA_DIR: dataDir })
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = runCommand('keys', words, { DATA_DIR: dataDir })
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
  expect(run('add', 'notebook').stderr).toBe('You already have a key with this name.\n')
  expect(run('list').lines[0]).toMatch(
    /^notebook {2}since \d{4}-\d\d-\d\d, last used \d{4}-\d\d-\d\dT\d\d:\d\d$/,
  )
  expect(run('remove', 'notebook', '--user', 'admin').status).toBe(0)
  expect((await read())[0]).toBe(401)
  expect(run('remove', 'notebook').stderr).toBe('admin has no key named notebook.\n')
  expect(run('list', '--user', 'nobody').stderr).toBe('There is no user nobody.\n')
  expect(run('add').stderr).toMatch(/^Usage: npm run keys/)

  const file = join(await createFolder(), 'vendor.csv')
  const rows = [
    'time_utc,area,quantity,power_mw,issued_utc',
    '2026-11-21T00:00Z,DE,load,50000,2026-11-20T08:00Z',
  ]
  await writeFile(file, rows.join('\n'))
  const words = ['--forecast', 'Vendor', '--for-all', file]
  expect(runCommand('import', words, { DATA_DIR: dataDir }).stdout).toBe(
    'vendor.csv: 1 value of Vendor for admin.\n',
  )
  const [uploader = ''] = run('add', 'uploader', '--upload').lines
  const upload = await fetch(`${product.address}${UPLOADS_PATH}?name=Vendor`, {
    method: 'POST',
    headers: { authorization: `Bearer ${uploader}`, 'content-type': CSV_TYPE },
    body: rows.join('\n'),
  })
  expect(await upload.json()).toMatchObject({ label: 'Vendor · admin', values: 1 })
})

test('the server logs what commands did, with the account of the person, also from a terminal and while it did not run', async () => {
  const { dataDir } = await copyDataFolder()
  const backup = join(await createFolder(), 'one.backup')
  const run = (name: string, words: readonly string[], account: Readonly<Record<string, string>>) => {
    const command = [process.execPath, ...builtProgram(name), ...words].join(' ')
    const env = environmentWith({ DATA_DIR: dataDir, ...account })
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { env, encoding: 'utf8' })
    expect(status).toBe(0)
    return stdout
  }
  run('backup', [backup], {})
  run('restore', [backup, '--replace'], { LOGNAME: 'energy-metrics', SUDO_USER: 'maria' })
  const product = await startReady({ DATA_DIR: dataDir })
  const shown = run('keys', ['add', 'notebook'], { LOGNAME: 'jane' })
  expect(shown).not.toContain('security event')
  const events = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes('"security event"'))
      .map((line): Record<string, unknown> => JSON.parse(line))
  const [uid, happenedAt] = [process.getuid?.() ?? null, expect.stringMatching(/^\d{4}-.*Z$/)]
  const nobody = { user: null, ip: null, uid, happenedAt }
  await expect.poll(events).toMatchObject([
    // From the folder that was made before the tests. The first user becomes an admin without being called one.
    { event: 'user-added', account: null, target: 'admin', role: 'admin', ...nobody },
    { event: 'database-restored', account: 'maria', file: backup, ...nobody },
    { event: 'key-made', account: 'jane', target: 'admin', key: 'notebook', ...nobody },
  ])
})
