import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Page, Response } from '@playwright/test'

import {
  CHART,
  keepSession,
  MAP_LABEL,
  notePainted,
  openSignedIn,
  traceTasks,
  untilPainted,
  VIEWPORT,
  withBrowser,
  writePage,
} from './browser.ts'
import { atMost, compare, type Figure, median, type Rounds } from './figures.ts'
import { startNginx, startProduct, demoProduct, withFolder } from './programs.ts'

const DAY_MS = 86_400_000

const OPENINGS = 5
const CARDS = ['CWE', 'CEE', 'IT', 'SEE'].flatMap((group) =>
  ['residual', 'solar', 'wind'].map((type) => `${group},${type}`),
)
/** The duration of one pass over a card: about as long as a person takes to read it. */
const HOVER_MOVES = 180
const HOVER_EVERY_MS = 8

/** Twelve cards of a year hourly of a group, each with another query. Every round asks for days that were not asked for before. */
function twelveCards(round: number): string {
  const day = (back: number) => new Date(Date.now() - (back + round) * DAY_MS).toISOString().slice(0, 10)
  return `/dashboard?v=1${CARDS.map((card) => `&g=${card},H,${day(365)}T00:00,${day(1)}T23:59,run`).join('')}`
}

/** Moves the mouse across the first chart, up and down. */
async function hover(page: Page): Promise<void> {
  const box = await page.locator(CHART).first().boundingBox()
  if (box === null) throw new Error('no chart was drawn')
  for (let move = 0; move < HOVER_MOVES; move += 1) {
    const y = box.y + box.height * (0.5 + 0.3 * Math.sin(move / 8))
    await page.mouse.move(box.x + (box.width * (move + 0.5)) / HOVER_MOVES, y)
    await page.waitForTimeout(HOVER_EVERY_MS)
  }
  if (!(await page.locator('.chart-tooltip').first().textContent())?.includes('MW'))
    throw new Error('the chart was not read')
}

/** From the navigation to painted charts. The browser has the files of the product, and their compiled code, from two visits before. */
async function openLink(browser: Browser, url: string, round: number) {
  const page = await openSignedIn(browser, url)
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.addInitScript(notePainted, CHART)
  await page.goto(twelveCards(round))
  const times = await untilPainted(page, CARDS.length)
  await page.waitForLoadState('networkidle')
  await page.locator(CHART).first().scrollIntoViewIfNeeded()
  const { all } = await traceTasks(browser, page, () => hover(page))
  await page.close()
  return { firstMs: Math.min(...times), allMs: Math.max(...times), hoverMs: Math.max(...all) }
}

/** A link with twelve cards, and reading one of them. */
export async function measureOpenedLink(): Promise<Figure[]> {
  const url = await demoProduct()
  const openings: Awaited<ReturnType<typeof openLink>>[] = []
  await withBrowser(async (browser) => {
    for (let round = 0; round < OPENINGS; round += 1) openings.push(await openLink(browser, url, 100 + round))
  })
  const what = 'twelve cards of a year opened by one link'
  return [
    atMost(`${what}, first painted`, median(openings.map(({ firstMs }) => firstMs)), 'ms', 500),
    atMost(`${what}, all painted`, median(openings.map(({ allMs }) => allMs)), 'ms', 2500),
    atMost(`${what}, longest task while hovering`, median(openings.map(({ hoverMs }) => hoverMs)), 'ms', 50),
  ]
}

const MAP_ROUNDS = 9
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
  const slider = page.getByRole('slider')
  await slider.focus()
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
  return tasks.sumBetween('steps', 'stepped') / STEPS
}

/** The model page: its first map, and a step of the hour. */
export async function measureModelPage(): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const nginx = await startNginx(folder)
    await writePage('bench/map-page', join(folder, 'www'))
    await copyFile('web/public/map.geo.json', join(folder, 'www', 'map.geo.json'))
    const url = await demoProduct()
    const measured = withBrowser(async (browser) => {
      const rounds: Rounds = { product: [], reference: [] }
      for (let round = 0; round < MAP_ROUNDS; round += 1) {
        rounds.product.push(await visitAgain(await openSignedIn(browser, url), '/model', MAP_LABEL))
        rounds.reference.push(
          await visitAgain(
            await browser.newPage({ viewport: VIEWPORT }),
            `${nginx.url}/bench/map-page/index.html`,
            SHAPE,
          ),
        )
      }
      const what = 'model page, from the navigation to the painted map'
      return [
        compare({ what, against: 'an empty page with the same map', unit: 'ms' }, rounds, 2.5),
        atMost(`${what}, time`, median(rounds.product), 'ms', 500, true),
        atMost('model page, all work for a step of the hour', await hourStep(browser, url), 'ms', 16),
      ]
    })
    return measured.finally(() => nginx.stop())
  })
}

const LOAD_ROUNDS = 3
const CPU_SLOWDOWN = 4
/** Slow 4G as Lighthouse defines it. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const FIRST_VISIT_MS = 6000
const NEXT_VISIT_MS = 2500
const PAGES = [
  { title: 'sign-in page', path: '/', awaited: 'button[type=submit]', isSignedIn: false },
  {
    title: 'dashboard, a week of a group',
    path: '/dashboard?v=1&g=CWE,residual,H,-7d,-1d,run',
    awaited: CHART,
    isSignedIn: true,
  },
  { title: 'model page', path: '/model', awaited: MAP_LABEL, isSignedIn: true },
] as const

/** The first visit of a new browser, and the next one, with a slow processor and network. */
async function visitTwice(
  browser: Browser,
  url: string,
  { path, awaited, isSignedIn }: (typeof PAGES)[number],
) {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: url })
  const page = await context.newPage()
  if (isSignedIn) await keepSession(page, url)
  await page.addInitScript(notePainted, awaited)
  const devTools = await context.newCDPSession(page)
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
  await context.close()
  return { firstMs, nextMs }
}

/** How long a person with a slow machine and a slow network waits for what a page is for. */
export async function measurePageLoads(): Promise<Figure[]> {
  const url = await demoProduct()
  return withBrowser(async (browser) => {
    const figures: Figure[] = []
    for (const each of PAGES) {
      const visits: Awaited<ReturnType<typeof visitTwice>>[] = []
      for (let round = 0; round < LOAD_ROUNDS; round += 1) visits.push(await visitTwice(browser, url, each))
      const what = `slow processor and network, ${each.title}`
      figures.push(
        atMost(`${what}, first visit`, median(visits.map(({ firstMs }) => firstMs)), 'ms', FIRST_VISIT_MS),
        atMost(`${what}, next visit`, median(visits.map(({ nextMs }) => nextMs)), 'ms', NEXT_VISIT_MS),
      )
    }
    return figures
  })
}

/** The compressed script that a browser loads to show the sign-in page. */
export async function measureFirstScript(): Promise<Figure[]> {
  return withFolder(async (dataDir) => {
    const product = await startProduct({ dataDir })
    const measured = withBrowser(async (browser) => {
      const page = await browser.newPage({ baseURL: product.url })
      const scripts: Response[] = []
      page.on('response', (response) => {
        if (response.headers()['content-type']?.includes('javascript') === true) scripts.push(response)
      })
      // Not until it is idle: then it fetches ahead what the pages behind the sign-in need.
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign In' }).waitFor()
      const sizes = await Promise.all(scripts.map((response) => response.request().sizes()))
      const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
      return [atMost('compressed script before sign-in', bytes / 1000, 'kB', 120)]
    })
    return measured.finally(() => product.stop())
  })
}
