/*
 * Builds the product if its sources have changed, and makes a data folder with a user for the process tests.
 * Making one takes seconds, so tests copy it (`copyDataFolder`).
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildWhereStale } from './build-product.js'

const PASSWORD = 'given by the owner'

export function setup(project) {
  buildWhereStale()
  const folder = mkdtempSync(join(tmpdir(), 'energy-metrics-made-'))
  const { status, stderr } = spawnSync(process.execPath, ['build/server/users.js', 'add', 'admin'], {
    input: `${PASSWORD}\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: folder },
  })
  if (status !== 0) throw new Error(`The data folder of the tests cannot be made: ${stderr}`)
  project.provide('madeDataFolder', { folder, password: PASSWORD })
  return () => rmSync(folder, { recursive: true })
}
