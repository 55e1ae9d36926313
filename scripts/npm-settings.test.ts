import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createFolder } from '#server/testing/folders.ts'

test('npm shows why it fails, and leaves standard output to the commands', async () => {
  const folder = await createFolder()
  copyFileSync('.npmrc', join(folder, '.npmrc'))
  const scripts = { backtest: 'echo' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'product', version: '1.0.0', scripts }))
  const npm = (...words: string[]) => {
    // The npm that runs this test hands its own settings on.
    const { PATH, HOME } = process.env
    return spawnSync('npm', words, { cwd: folder, encoding: 'utf8', env: { PATH, HOME } })
  }
  expect(npm('ci').stderr).toContain('can only install with an existing package-lock.json')
  expect(npm('run', 'backtest', '--', '--json').stdout).toBe('--json\n')
})
