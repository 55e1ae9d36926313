/*
 * `npm run pictures`: starts the built product on demo data in a temporary folder and saves the pictures of
 * README and guide in docs/pictures/.
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
/** Long, for busy machines: for the forecasts of the past, and for one step on a page. */
const PATIENCE_S = 600
const STEP_MS = 120_000

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
  await untilScored()
  await takePictures()
  await takeStates()
} finally {
  await browser.close()
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** The six states of a panel, in one picture. */
async function takeStates() {
  const sheet = '/model?glance=sheet'
  const states = [
    { state: 'loading', address: sheet, answer: () => {} },
    { state: 'empty', address: '/dashboard', answer: null },
    {
      state: 'unpublished',
      address: '/dashboard?v=1&g=DE,wind,H,2020-01-01T00:00,2020-01-02T23:59,run',
      answer: null,
    },
    { state: 'failed', address: sheet, answer: (route) => route.fulfill({ status: 500 }) },
    { state: 'away', address: sheet, answer: (route) => route.abort() },
    { state: 'forbidden', address: sheet, answer: (route) => route.fulfill({ status: 403 }) },
  ]
  const context = await signIn({ viewport: { width: 520, height: 900 }, colorScheme: 'light' })
  const page = await context.newPage()
  const images = []
  for (const { state, address, answer } of states) {
    if (answer !== null) await page.route('**/api/v1/day-sheet?*', answer)
    await page.goto(address)
    const panel = page.locator(`[data-panel=${state}]`).first()
    await panel.waitFor()
    await sleep(1000)
    images.push(
      `<img width="440" src="data:image/png;base64,${(await panel.screenshot()).toString('base64')}">`,
    )
    await page.unrouteAll()
  }
  // A page of its own: pages of the product accept no markup.
  const wall = await context.newPage()
  await wall.setViewportSize({ width: 1408, height: 600 })
  await wall.setContent(
    `<body style="display:grid;grid-template-columns:repeat(3,440px);gap:16px;align-items:start;margin:28px">${images.join('')}`,
  )
  await wall.screenshot({ path: `${PICTURES}/states-light.png`, fullPage: true })
  await context.close()
}

async function untilReady() {
  for (let second = 0; second < PATIENCE_S; second += 1) {
    const answer = await fetch(`${address}/readyz`).catch(() => null)
    if (answer?.ok) return
    await sleep(1000)
  }
  throw new Error(`the server was not ready within ${PATIENCE_S} seconds`)
}

/** Past runs before the auction are made last. A notice appears meanwhile, and is absent between two kinds of runs. */
async function untilScored() {
  const context = await signIn()
  const page = await context.newPage()
  const scored = page.getByText(/, 28 days \(/)
  // In the header or in the footer, by width.
  const making = page.getByText('Earlier forecasts are being made').filter({ visible: true })
  const isOver = async () => (await scored.isVisible()) && (await making.count()) === 0
  for (let second = 0; second < PATIENCE_S && !(await isOver()); second += 10) {
    await page.goto('/model?accuracy=28&scored=early&country=de')
    await sleep(10_000)
  }
  await context.close()
}

/** In its own browser context. */
async function signIn(options) {
  const context = await browser.newContext({
    ...options,
    baseURL: address,
    deviceScaleFactor: 1.5,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  await page.goto('/')
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/home')
  await page.close()
  return context
}

async function takePictures() {
  const context = await signIn({ colorScheme: 'light', viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const save = (name) => page.screenshot({ path: `${PICTURES}/${name}-light.png` })

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
  const details = page.getByRole('heading', { name: 'Data for: Germany' })
  await details.waitFor()
  await sleep(1500)
  await save('model')
  await page.setViewportSize({ width: 1280, height: 1200 })
  await page.getByText('Worst days').click()
  await page.getByRole('columnheader', { name: 'Worst days' }).waitFor()
  await details.evaluate((heading) => heading.scrollIntoView())
  await sleep(500)
  await save('country')
  await context.close()
}

/** `yyyy-MM-dd`, relative to today, in the time zone of the pictures. */
function day(offset) {
  const date = new Date(Date.now() + offset * 86_400_000)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(date)
}
