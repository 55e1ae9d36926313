import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Page, Response } from '@playwright/test'

import {
  buildPage,
  CHART,
  notePainted,
  openSignedIn,
  startBrowser,
  traceTasks,
  untilPainted,
  VIEWPORT,
} from './browser.ts'
import { atMost, compare, type Figure, inRounds } from './figures.ts'
import { createFolder, demoProduct, startNginx, startProduct } from './programs.ts'

/** A value on the map. */
const MAP_LABEL = '.map-label'
/** A shape of the empty map. */
const SHAPE = 'path.leaflet-interactive'
const STEPS = 20
const SETTLED_MS = 100

/** From the navigation to a painted map, in a browser that has been there twice: it writes the code it has compiled at the second visit. */
async function visitAgain(page: Page, address: string, awaited: string): Promise<number> {
  await page.addInitScript(notePainted, awaited)
  for (let visit = 0; visit < 2; visit += 1) await page.goto(address, { waitUntil: 'networkidle' })
  await page.goto(address)
  const [paintedAtMs = Number.NaN] = await untilPainted(page)
  await page.close()
  return paintedAtMs
}

/** All work of the main thread for one step of the hour, until it is painted. */
async function hourStep(browser: Browser, url: string): Promise<number> {
  const page = await openSignedIn(browser, url)
  await page.goto('/model', { waitUntil: 'networkidle' })
  const labels = page.locator(MAP_LABEL)
  await labels.first().waitFor()
  await page.getByRole('slider').focus()
  const before = await labels.allTextContents()
  const tasks = await traceTasks(browser, page, async () => {
    await page.evaluate(() => void performance.mark('steps'))
    for (let step = 0; step < STEPS; step += 1) {
      await page.keyboard.press('ArrowRight')
      await page.waitForTimeout(SETTLED_MS)
    }
    await page.evaluate(() => void performance.mark('stepped'))
  })
  if (String(await labels.allTextContents()) === String(before))
    throw new Error('the steps changed nothing on the map')
  await page.close()
  return tasks.msBetween('steps', 'stepped') / STEPS
}

/** The model page: its first map, and a step of the hour. */
export async function measureModelPage(): Promise<Figure[]> {
  const [nginx, browser, url] = [await startNginx(), await startBrowser(), await demoProduct()]
  await buildPage('bench/map-page', nginx.served)
  await copyFile('web/public/map.geo.json', join(nginx.served, 'map.geo.json'))
  const emptyMap = `${nginx.url}/bench/map-page/index.html`
  const visits = await inRounds(9, 0, async () => ({
    product: await visitAgain(await openSignedIn(browser, url), '/model', MAP_LABEL),
    reference: await visitAgain(await browser.newPage({ viewport: VIEWPORT }), emptyMap, SHAPE),
  }))
  const times = visits.map(({ product }) => product)
  const what = 'model page, from the navigation to the painted map'
  return [
    compare({ what, against: 'an empty page with the same map', unit: 'ms' }, visits, 2.5),
    atMost(`${what}, time`, times, 'ms', 500, true),
    atMost('model page, all work for a step of the hour', [await hourStep(browser, url)], 'ms', 16),
  ]
}

const CPU_SLOWDOWN = 4
/** Slow 4G as Lighthouse defines it. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const DASHBOARD_PATH = '/dashboard?v=1&g=CWE,residual,H,-7d,-1d,run'
const PAGES = [
  { title: 'sign-in page', path: '/', awaited: 'button[type=submit]' },
  { title: 'dashboard, a week of a group', path: DASHBOARD_PATH, awaited: CHART },
  { title: 'model page', path: '/model', awaited: MAP_LABEL },
] as const

/** The first visit of a new browser, and the next one, with a slow processor and network. */
async function visitTwice(browser: Browser, url: string, { path, awaited }: (typeof PAGES)[number]) {
  const page = await (path === '/'
    ? browser.newPage({ viewport: VIEWPORT, baseURL: url })
    : openSignedIn(browser, url))
  await page.addInitScript(notePainted, awaited)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const visit = async () => {
    await page.goto(path)
    return (await untilPainted(page))[0] ?? Number.NaN
  }
  const firstMs = await visit()
  await page.waitForLoadState('networkidle')
  const nextMs = await visit()
  await page.close()
  return { firstMs, nextMs }
}

/** How long a person with a slow machine and a slow network waits for what a page is for. */
export async function measurePageLoads(): Promise<Figure[]> {
  const [browser, url] = [await startBrowser(), await demoProduct()]
  const figures: Figure[] = []
  for (const each of PAGES) {
    const visits = await inRounds(3, 0, () => visitTwice(browser, url, each))
    const [first, next] = [visits.map(({ firstMs }) => firstMs), visits.map(({ nextMs }) => nextMs)]
    const what = `slow processor and network, ${each.title}`
    figures.push(
      atMost(`${what}, first visit`, first, 'ms', 6000),
      atMost(`${what}, next visit`, next, 'ms', 2500),
    )
  }
  return figures
}

/** The compressed script that a browser loads to show the sign-in page. */
export async function measureFirstScript(): Promise<Figure[]> {
  const product = await startProduct({ dataDir: await createFolder() })
  const page = await (await startBrowser()).newPage({ baseURL: product.url })
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript') === true) scripts.push(response)
  })
  // Not until it is idle: then it fetches ahead what the pages behind the sign-in need.
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  const sizes = await Promise.all(scripts.map((response) => response.request().sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  return [atMost('compressed script before sign-in', [bytes / 1000], 'kB', 120)]
}
