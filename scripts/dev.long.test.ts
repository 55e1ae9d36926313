import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'

import { createFolder } from '#server/testing/folders.ts'
import { launchProduct } from '#server/testing/process.ts'

import { CHROMIUM_ARGUMENTS, findChromium } from './system-packages.js'

const PASSWORD = 'correct horse battery'

/** The tracked files in a folder of their own, because the command builds beside its sources. */
async function copySources(): Promise<string> {
  const folder = await createFolder()
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  // Else the lock is newer than the packages, which would be installed again.
  for (const file of files) cpSync(file, join(folder, file), { preserveTimestamps: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('the development server shows the pages and passes the calls on', async () => {
  const cwd = await copySources()
  const command = [process.execPath, 'scripts/dev.js']
  const dev = await launchProduct({ DATA_DIR: join(cwd, 'data'), ADMIN_PASSWORD: PASSWORD }, command, { cwd })
  onTestFinished(async () => {
    dev.kill()
    await dev.ended
  })
  await expect.poll(dev.output, { timeout: 120_000 }).toContain('development: http://')
  const isAnswered = async () => (await fetch(`${dev.address}/livez`)).ok
  await expect.poll(isAnswered, { timeout: 120_000 }).toBe(true)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    args: [...CHROMIUM_ARGUMENTS],
  })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(dev.address)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/home')
})
