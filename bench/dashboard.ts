import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Page } from '@playwright/test'

import { QUERY_PATH } from '#contract/query.ts'
import { DAY_MS } from '#contract/time.ts'

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
import { demoProduct, startNginx } from './programs.ts'

const CLICK_ROUNDS = 9
const CASES = [
  { title: 'a week hourly of a country', area: 'DE', days: 7, ratio: 2.5, quietMs: 150 },
  { title: 'a year hourly of a group', area: 'CWE', days: 365, ratio: 2, quietMs: 400 },
] as const
type Case = (typeof CASES)[number]

/** Days of a card in the address. Each round has a new range, which the server has not answered before. */
function rangeOf(days: number, round: number): string {
  const day = (back: number) => new Date(Date.now() - (back + round) * DAY_MS).toISOString().slice(0, 10)
  return `${day(days)}T00:00,${day(1)}T23:59`
}

/** A dashboard with one new card. */
async function openCard(browser: Browser, url: string, { area, days }: Case, round: number): Promise<Page> {
  const page = await openSignedIn(browser, url)
  await page.addInitScript(notePainted, CHART)
  const address = `/dashboard?v=1&g=${area},residual,H,${rangeOf(days, round)}`
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Run Query' }).waitFor()
  return page
}

/** Milliseconds from the click to painted curves. */
async function click(page: Page, button: string): Promise<number> {
  await page.evaluate(() => (window.paintedAtMs = []))
  await page.getByRole('button', { name: button, exact: true }).click()
  const [paintedAtMs = Number.NaN] = await untilPainted(page)
  return paintedAtMs - (await page.evaluate(() => window.releasedAtMs))
}

/** Keeps the answer to a query for nginx, in the specified layout. */
async function keepAnswer(browser: Browser, url: string, each: Case, file: string): Promise<void> {
  const page = await openCard(browser, url, each, 0)
  const asked = page.waitForRequest((request) => request.url().endsWith(QUERY_PATH))
  await page.getByRole('button', { name: 'Run Query' }).click()
  const request = await asked
  const headers = { ...(await request.allHeaders()), accept: 'application/json' }
  const response = await page.request.post(QUERY_PATH, { headers, data: request.postData() ?? '' })
  if (!response.ok()) throw new Error(`The product answers ${response.status()}`)
  await writeFile(file, await response.body())
  await page.close()
}

async function clickOnBare(browser: Browser, url: string, answer: string): Promise<number> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(notePainted, CHART)
  await page.goto(`${url}/bench/chart-page/index.html`, { waitUntil: 'networkidle' })
  await page.evaluate((address) => window.prepareAnswer(address), answer)
  return click(page, 'Run').finally(() => page.close())
}

/** From the click on Run Query to painted curves, for a range that the server has not answered before. */
export async function measureClicks(): Promise<Figure[]> {
  const [nginx, browser, url] = [await startNginx(), await startBrowser(), await demoProduct()]
  await buildPage('bench/chart-page', nginx.served)
  const inProduct = async (each: Case, round: number, measure: (page: Page) => Promise<number>) => {
    const page = await openCard(browser, url, each, round)
    return measure(page).finally(() => page.close())
  }
  const run = (page: Page) => click(page, 'Run Query')
  const longestTask = async (page: Page) => (await traceTasks(browser, page, () => run(page))).longestMs
  const answerOf = ({ area }: Case) => `answer-${area}.json`
  for (const each of CASES) await keepAnswer(browser, url, each, join(nginx.served, answerOf(each)))
  const measured = await inRounds(CLICK_ROUNDS, 0, async (round) => {
    const cases = []
    // Cases take turns, so that compilation on the server affects each equally.
    for (const each of CASES)
      cases.push({
        product: await inProduct(each, 1 + round, run),
        reference: await clickOnBare(browser, nginx.url, `/${answerOf(each)}`),
        longestTaskMs: await inProduct(each, 1 + CLICK_ROUNDS + round, longestTask),
      })
    return cases
  })
  return CASES.flatMap(({ title, ratio, quietMs }, index) => {
    const rounds = measured.flatMap((cases) => cases[index] ?? [])
    const times = rounds.map(({ product }) => product)
    const longest = rounds.map(({ longestTaskMs }) => longestTaskMs)
    const what = `click to painted curves, ${title}`
    const against = 'its answer as JSON from nginx, drawn by the bare engine'
    return [
      compare({ what, against, unit: 'ms' }, rounds, ratio),
      atMost(`${what}, time`, times, 'ms', quietMs, true),
      atMost(`${what}, longest task`, longest, 'ms', 200),
    ]
  })
}

const CARDS = ['CWE', 'CEE', 'IT', 'SEE'].flatMap((group) =>
  ['residual', 'solar', 'wind'].map((type) => `${group},${type}`),
)
/** A range outside all clicks. */
const OPENED_FROM = 100
/** One pass over a card takes about as long as reading it. */
const HOVER_MOVES = 180
const HOVER_EVERY_MS = 8

export async function hover(page: Page): Promise<void> {
  await page.locator(CHART).first().scrollIntoViewIfNeeded()
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

/** Cards of a year, with a new range in each round. */
export function cardsOfAYear(count: number, round: number, isRun: boolean): string {
  const range = rangeOf(365, OPENED_FROM + round)
  const cards = CARDS.slice(0, count).map((card) => `&g=${card},H,${range}${isRun ? ',run' : ''}`)
  return `/dashboard?v=1${cards.join('')}`
}

/** From the navigation to painted charts. Two earlier visits have cached the files and their compiled code. */
async function openLink(browser: Browser, url: string, round: number) {
  const page = await openSignedIn(browser, url)
  for (let visit = 0; visit < 2; visit += 1) await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.addInitScript(notePainted, CHART)
  await page.goto(cardsOfAYear(CARDS.length, round, true))
  const times = await untilPainted(page, CARDS.length)
  await page.waitForLoadState('networkidle')
  const { longestMs } = await traceTasks(browser, page, () => hover(page))
  await page.close()
  return { firstMs: Math.min(...times), allMs: Math.max(...times), longestMs }
}

/** A link with twelve different cards of a year hourly of a group, and reading one of them. */
export async function measureOpenedLink(): Promise<Figure[]> {
  const [browser, url] = [await startBrowser(), await demoProduct()]
  const opened = await inRounds(5, 0, (round) => openLink(browser, url, round))
  const of = (which: keyof (typeof opened)[number]) => opened.map((each) => each[which])
  const what = 'twelve cards of a year opened by one link'
  return [
    atMost(`${what}, first painted`, of('firstMs'), 'ms', 1000),
    atMost(`${what}, all painted`, of('allMs'), 'ms', 2500),
    atMost(`${what}, longest task while hovering`, of('longestMs'), 'ms', 50),
  ]
}
