import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { SERIES_PATH } from '#contract/series.ts'
import { DAY_MS } from '#contract/time.ts'
import { createFolder } from '#server/testing/folders.ts'
import { environmentWith, startProduct, statusOf } from '#server/testing/process.ts'

import { findProgram, installDebianPackage } from './system-packages.js'

function readProgram(): string {
  const page = readFileSync('docs/notebooks.md', 'utf8')
  return [...page.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code]) => code).join('\n')
}

/** A Python that has pandas. Debian's packages are for Debian's own Python, which need not be the first on the PATH. */
function providePython(): string {
  const find = () => {
    const python = findProgram(['python3'], ['/usr/bin'])
    return python !== null && spawnSync(python, ['-c', 'import pandas']).status === 0 ? python : null
  }
  const python = find() ?? (installDebianPackage('python3-pandas') ? find() : null)
  if (python === null) throw new Error('pandas is needed for this test: install it for python3.')
  return python
}

test('the Python of the page on notebooks runs against the product', async () => {
  const python = providePython()
  const dataDir = await createFolder()
  const product = await startProduct({ DATA_DIR: dataDir, SOURCE: 'demo', BACKFILL_DAYS: '120' })
  await expect.poll(() => statusOf(`${product.address}/readyz`), { timeout: 600_000 }).toBe(200)
  const made = spawnSync(process.execPath, ['build/server/keys.js', 'add', 'my notebook', '--upload'], {
    env: environmentWith({ DATA_DIR: dataDir }),
    encoding: 'utf8',
  })
  expect(made.stderr).toBe('')
  const [key = ''] = made.stdout.split('\n')
  // The forecasts of the past are made after the server is ready.
  const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const past = `area=DE&quantity=residual&kind=model&frequency=D&from=${day(-14)}&to=${day(0)}`
  const headers = { authorization: `Bearer ${key}` }
  const readPast = async () => (await fetch(`${product.address}${SERIES_PATH}?${past}`, { headers })).text()
  await expect.poll(readPast, { timeout: 600_000, interval: 2000 }).not.toMatch(/,$/m)
  const env = environmentWith({ ENERGY_METRICS_URL: product.address, ENERGY_METRICS_KEY: key })
  const { stdout, stderr } = await promisify(execFile)(python, ['-c', readProgram()], { env })
  expect(stderr).toBe('')
  // Two weeks of hours, the errors of both forecasts, and the answer to an upload.
  expect(stdout).toMatch(/^count +3\d\d\.0+$/m)
  expect(stdout).toMatch(/^tso +\d+\.0$/m)
  expect(stdout).toMatch(/^model +\d+\.0$/m)
  expect(stdout).toMatch(/"label":"TSO and 2 % · admin","values":3\d\d/)
})
