import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { createFolder } from '#server/testing/folders.ts'
import { fetchNode, environmentWith, startProduct, statusOf } from '#server/testing/process.ts'

const execute = promisify(execFile)
const PASSWORD = 'given by the owner'

test.each([22, 24])('Node.js %d runs the built product and its commands', async (major) => {
  const node = await fetchNode(major)
  const { stdout: version } = await execute(node, ['--version'])
  expect(version).toMatch(new RegExp(`^v${major}\\.`))
  const folder = await createFolder()
  const dataDir = join(folder, 'data')
  const environment = { DATA_DIR: dataDir, SOURCE: 'demo', BACKFILL_DAYS: '30', ADMIN_PASSWORD: PASSWORD }
  const product = await startProduct(environment, [node, 'build/server/main.js'])
  await expect.poll(() => statusOf(`${product.address}/readyz`), { timeout: 600_000 }).toBe(200)
  const form = new URLSearchParams({ username: 'admin', password: PASSWORD })
  expect((await fetch(`${product.address}/oauth2/token`, { method: 'POST', body: form })).status).toBe(200)

  const file = join(folder, 'file.backup')
  const run = (name: string, words: readonly string[]) =>
    execute(node, [`build/server/${name}.js`, ...words], { env: environmentWith({ DATA_DIR: dataDir }) })
  expect((await run('backup', [file])).stdout).toContain('is complete')
  product.kill()
  expect(await product.ended).toBe(0)
  expect((await run('restore', [file, '--replace'])).stdout).toContain('every checksum agrees')
})

test.each([16, 18])('Node.js %d is told which one is needed', async (major) => {
  const node = await fetchNode(major)
  for (const name of ['main', 'users'])
    await expect(execute(node, [`build/server/${name}.js`])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Energy Metrics needs Node\.js 20\.19 or newer; this is 1\d\.[\d.]+\.\n$/,
      ),
    })
})
