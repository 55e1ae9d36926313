import type { Browser, Page } from '@playwright/test'

import { CHART, MAP_LABEL, openSignedIn, startBrowser, VIEWPORT } from './browser.ts'
import { cardsOfAYear, hover } from './dashboard.ts'
import { atMost, type Figure, inRounds, shareOf } from './figures.ts'
import { demoProduct, PASSWORD } from './programs.ts'

const CPU_SLOWDOWN = 4
/** Slow 4G as in Lighthouse. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const ROUNDS = 3
const WORST = 5
/** After a step: its effects are painted, its events reported. */
const SETTLED_MS = 400
/** Shorter interactions are only counted. */
const SHORTEST_MS = 16

interface Felt {
  step: string
  /** Longest event of each interaction, until the next paint. */
  interactions: Record<number, { name: string; ms: number }>
  /** By page all its shifts, and the element that moved most. */
  shifts: Record<string, { sum: number; worst: number; element: string }>
  largestPaintMs: number
}

declare global {
  interface Window {
    felt: Felt
  }
}

/** For `page.addInitScript`, so without outer variables: records interactions and paints. */
function noteFelt(durationThreshold: number): void {
  const felt: Felt = { step: '', interactions: {}, shifts: {}, largestPaintMs: 0 }
  window.felt = felt
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('value' in entry && 'hadRecentInput' in entry) {
        if (entry.hadRecentInput) continue
        const value = Number(entry.value)
        const page = (felt.shifts[location.pathname] ??= { sum: 0, worst: 0, element: '' })
        page.sum += value
        if (value <= page.worst) continue
        const [{ node = null } = {}] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
        const words = node instanceof Node ? (node.textContent ?? '').slice(0, 40) : ''
        Object.assign(page, {
          worst: value,
          element: `${node?.nodeName ?? 'an element that is gone'} ${words}`,
        })
      } else if (!(entry instanceof PerformanceEventTiming)) felt.largestPaintMs = entry.startTime
      else if (entry.interactionId > 0 && entry.duration > (felt.interactions[entry.interactionId]?.ms ?? 0))
        felt.interactions[entry.interactionId] = {
          name: `${felt.step} (${entry.name})`,
          ms: entry.duration,
        }
  })
  for (const type of ['event', 'layout-shift', 'largest-contentful-paint'])
    observer.observe(Object.assign({ type, buffered: true }, { durationThreshold }))
}

const shown = (selector: string) => (page: Page) => page.locator(selector).first().waitFor()
const press = (name: string, wait?: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click()
  await wait?.(page)
}
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const link = (name: string) => (page: Page) =>
  page.getByRole('banner').getByRole('link', { name, exact: true }).click()
async function drag(page: Page): Promise<void> {
  const box = await page.locator(CHART).first().boundingBox()
  const { x, y, width, height } = box ?? { x: 0, y: 0, ...VIEWPORT }
  await page.mouse.move(x + width * 0.3, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.5, y + height / 2, { steps: 5 })
  await page.mouse.up()
}
const hideCurve = (page: Page) => page.locator('.chart-legend-curve').first().click()

type Step = readonly [name: string, act: (page: Page) => Promise<unknown>]

/** A session through all pages. A step with an address loads a page. */
const sessionOf = (round: number): readonly Step[] => [
  ['sign-in, name', (page) => page.getByLabel('Username').pressSequentially('admin')],
  ['sign-in, password', (page) => page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD)],
  ['sign in', press('Sign In', (page) => page.waitForURL('**/home'))],
  ['to the dashboard', link('Dashboard')],
  ['/', (page) => page.goto(cardsOfAYear(1, 2 * round, false), { waitUntil: 'networkidle' })],
  ['run a year of a group', press('Run Query', shown(CHART))],
  ['read a year', hover],
  ['zoom into a year', drag],
  ['reset the zoom', press('Reset zoom')],
  ['hide a curve of a year', hideCurve],
  ['show a curve of a year', hideCurve],
  ['/', (page) => page.goto(cardsOfAYear(12, 2 * round + 1, true), { waitUntil: 'networkidle' })],
  ['read one of twelve cards', hover],
  ['zoom into twelve cards', drag],
  ['reset the zoom of twelve cards', press('Reset zoom')],
  ['hide a curve of twelve cards', hideCurve],
  ['to the model page', (page) => link('Model')(page).then(() => shown(MAP_LABEL)(page))],
  ['step the hour', (page) => page.getByRole('slider').press('ArrowRight')],
  ['choose a country on the map', (page) => page.locator('path[data-code="DEU"]').click({ force: true })],
  ['play', press('Play', (page) => page.waitForTimeout(2000))],
  ['pause', press('Pause')],
  ['to the day at a glance', tab('Day at a glance')],
  ['list the tables', (page) => page.getByRole('button', { name: /Table shows$/ }).click()],
  ['to the morning sheet', (page) => page.getByRole('option', { name: 'Morning sheet' }).click()],
  ['to the accuracy', tab('Accuracy')],
  ['accuracy of 90 days', (page) => page.getByText('90 days', { exact: true }).click()],
  ['accuracy of a country', press('Germany')],
  ['home', link('Home')],
  ['open the menu of the foot', press('Data, guide and API')],
  ['to the data calendar', (page) => page.getByRole('menuitem', { name: 'Data calendar' }).click()],
]

/** On a repeated visit. */
async function walkOnce(browser: Browser, url: string, round: number) {
  const page = await browser.newPage({ viewport: VIEWPORT, baseURL: url })
  await page.addInitScript(noteFelt, SHORTEST_MS)
  await page.goto('/', { waitUntil: 'networkidle' })
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const felt: Felt[] = []
  let count = 0
  const collect = async () => {
    felt.push(await page.evaluate(() => window.felt))
    count += await page.evaluate(() => performance.interactionCount)
  }
  for (const [name, act] of sessionOf(round)) {
    if (name === '/') await collect()
    else await page.evaluate((step) => void (window.felt.step = step), name)
    await act(page)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(SETTLED_MS)
  }
  await collect()
  await page.close()
  const interactions = felt.flatMap((each) => Object.values(each.interactions))
  const times = interactions.map(({ ms }) => ms)
  const unreported = Array.from({ length: count - times.length }, () => SHORTEST_MS / 2)
  const shifts = felt.flatMap((each) => Object.entries(each.shifts))
  return { interactions, times: [...times, ...unreported], shifts }
}

const FIRST_PAGES = ['/', '/home', '/dashboard?v=1&g=CWE,residual,H,-7d,-1d,run', '/model']

/** Largest paint of a first visit with a slow processor and network. */
async function firstPaint(browser: Browser, url: string, path: string): Promise<number> {
  const visited =
    path === '/' ? browser.newPage({ viewport: VIEWPORT, baseURL: url }) : openSignedIn(browser, url)
  const page = await visited
  await page.addInitScript(noteFelt, SHORTEST_MS)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(path, { waitUntil: 'networkidle' })
  // A busy processor may load no script for a while before the first paint.
  await page.waitForFunction(() => window.felt.largestPaintMs > 0)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  const { largestPaintMs } = await page.evaluate(() => window.felt)
  await page.close()
  return largestPaintMs
}

/** Response times to presses, typing and drags on all pages, with a processor four times slower. */
export async function measureSession(): Promise<Figure[]> {
  const [browser, url] = [await startBrowser(), await demoProduct()]
  const sessions = await inRounds(ROUNDS, 0, (round) => walkOnce(browser, url, round))
  const all = sessions.flatMap(({ times }) => times)
  const worst = sessions.flatMap(({ interactions }) => interactions).toSorted((a, b) => b.ms - a.ms)
  const slowest = worst.slice(0, WORST).map(({ name, ms }) => `${name} ${ms} ms`)
  console.log(`The worst of ${all.length}: ${slowest.join(', ')}`)
  const paints: Figure[] = []
  for (const path of FIRST_PAGES) {
    const times = await inRounds(ROUNDS, 0, () => firstPaint(browser, url, path))
    paints.push(atMost(`largest paint of a first visit, slow 4G, ${path.split('?')[0]}`, times, 'ms', 4000))
  }
  const shifts = sessions.flatMap((each) => each.shifts).toSorted(([, a], [, b]) => b.sum - a.sum)
  const [[path, moved] = ['no page', { sum: 0, worst: 0, element: 'nothing' }]] = shifts
  console.log(
    `Most moves on ${path}: ${moved.sum.toFixed(4)}, ${moved.worst.toFixed(4)} of it by ${moved.element}`,
  )
  const what = 'a session through all pages, processor 4 × slower'
  return [
    atMost(`${what}, interaction to next paint, 98 of 100 within`, [shareOf(all, 0.98)], 'ms', 200),
    atMost(`${what}, feedback to a press, half of them within`, [shareOf(all, 0.5)], 'ms', 100),
    atMost(`${what}, largest layout shift of a page`, [moved.sum], 'of 1', 0.01),
    ...paints,
  ]
}
