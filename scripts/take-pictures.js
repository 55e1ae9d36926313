/*
 * `npm run pictures`: starts the built product on demo data in a temporary folder and saves the pictures of README and guide
 * in docs/pictures/.
 */
import './require-node.js'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium } from '@playwright/test'

import { buildWhereStale } from './build-product.js'
import { freePort } from './postgres-server.js'
import { CHROMIUM_ARGUMENTS, findChromium } from './system-packages.js'

const USERNAME = 'analyst'
const PASSWORD = 'correct horse battery'
const PICTURES = 'docs/pictures'
/** Long, so that a busy machine can take the pictures too. */
const PATIENCE_S = 600

buildWhereStale()
const folder = mkdtempSync(join(tmpdir(), 'energy-metrics-pictures-'))
const port = await freePort()
const address = `http://127.0.0.1:${port}`
const server = spawn(process.execPath, ['build/server/main.js'], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    ADMIN_USERNAME: USERNAME,
    ADMIN_PASSWORD: PASSWORD,
  },
})
const browser = await chromium.launch({
  executablePath: findChromium() ?? undefined,
  args: CHROMIUM_ARGUMENTS,
})
try {
  await untilReady()
  await takePictures('light', ['dashboard', 'compare', 'model', 'country'])
  await takePictures('dark', ['model'])
} finally {
  await browser.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function untilReady() {
  for (let second = 0; second < PATIENCE_S; second += 1) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(1000)
  }
  throw new Error(`the server was not ready within ${PATIENCE_S} seconds`)
}

/** Goes through the product in one theme and saves the wanted pictures. */
async function takePictures(colorScheme, wanted) {
  const context = await browser.newContext({
    baseURL: address,
    colorScheme,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_S * 1000)
  await page.goto('/')
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/home')
  const save = async (name) => {
    if (wanted.includes(name)) await page.screenshot({ path: `${PICTURES}/${name}-${colorScheme}.png` })
  }

  await page.goto(`/dashboard?v=1&g=CWE,residual,H,${day(-7)}T00:00,${day(1)}T23:59,run`)
  await page
    .getByRole('application')
    .first()
    .hover({ position: { x: 520, y: 160 } })
  await sleep(500)
  await save('dashboard')

  await page.goto(`/dashboard?v=1&g=DE,solar,H,${day(-7)}T00:00,${day(1)}T23:59,run,week`)
  await page.getByRole('application').first().waitFor()
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  await sleep(500)
  await save('compare')

  await page.goto('/model?hour=12&country=de')
  await page.locator('.leaflet-tooltip').nth(12).waitFor()
  await sleep(1500)
  await save('model')
  await page.getByRole('heading', { name: 'Data for: Germany' }).scrollIntoViewIfNeeded()
  await page
    .getByRole('heading', { name: 'Data for: Germany' })
    .evaluate((heading) => heading.scrollIntoView())
  await sleep(500)
  await save('country')
  await context.close()
}

/** A day counted from today, `yyyy-MM-dd`, in the time zone of the pictures. */
function day(offset) {
  const date = new Date(Date.now() + offset * 86_400_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(date)
}
