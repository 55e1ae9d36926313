import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Browser, Page } from '@playwright/test'

import { QUERY_PATH } from '#contract/query.ts'

import {
  CHART,
  notePainted,
  openSignedIn,
  traceTasks,
  untilPainted,
  VIEWPORT,
  withBrowser,
  writePage,
} from './browser.ts'
import { atMost, compare, type Figure, median, type Rounds } from './figures.ts'
import { startNginx, demoProduct, withFolder } from './programs.ts'

const ROUNDS = 9
const TASK_ROUNDS = 5
const MAX_TASK_MS = 100
const RATIO = 2
const DAY_MS = 86_400_000

const CASES = [
  { title: 'a week hourly of a country', area: 'DE', days: 7, quietMs: 150 },
  { title: 'a year hourly of a group', area: 'CWE', days: 365, quietMs: 400 },
] as const
type Case = (typeof CASES)[number]

/** A dashboard with one card that was not asked yet. Each round has another range, which the server has not answered before. */
function addressOf({ area, days }: Case, round: number): string {
  const day = (back: number) => new Date(Date.now() - (back + round) * DAY_MS).toISOString().slice(0, 10)
  return `/dashboard?v=1&g=${area},residual,H,${day(days)}T00:00,${day(1)}T23:59`
}

async function openDashboard(browser: Browser, url: string, address: string): Promise<Page> {
  const page = await openSignedIn(browser, url)
  await page.addInitScript(notePainted, CHART)
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
  const page = await openDashboard(browser, url, addressOf(each, 0))
  const asked = page.waitForRequest((request) => request.url().endsWith(QUERY_PATH))
  await page.getByRole('button', { name: 'Run Query' }).click()
  const request = await asked
  const headers = { ...(await request.allHeaders()), accept: 'application/json' }
  const response = await page.request.post(QUERY_PATH, { headers, data: request.postData() ?? '' })
  if (!response.ok()) throw new Error(`The product answers ${response.status()}`)
  await writeFile(file, await response.body())
  await page.close()
}

async function measureProduct(browser: Browser, url: string, each: Case, round: number): Promise<number> {
  const page = await openDashboard(browser, url, addressOf(each, round))
  return click(page, 'Run Query').finally(() => page.close())
}

async function measureBare(browser: Browser, url: string, answer: string): Promise<number> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.addInitScript(notePainted, CHART)
  await page.goto(`${url}/bench/curves-page/index.html`, { waitUntil: 'networkidle' })
  await page.evaluate((address) => window.prepare(address), answer)
  return click(page, 'Run').finally(() => page.close())
}

/** The longest task of the main thread from the click to painted curves. */
async function longestTask(browser: Browser, url: string, each: Case): Promise<number> {
  const rounds: number[] = []
  for (let round = 1; round <= TASK_ROUNDS; round += 1) {
    const page = await openDashboard(browser, url, addressOf(each, ROUNDS + round))
    rounds.push(Math.max(...(await traceTasks(browser, page, () => click(page, 'Run Query'))).all))
    await page.close()
  }
  return median(rounds)
}

/** From the click on Run Query to painted curves, for a range that the server has not answered before. */
export async function measureClicks(): Promise<Figure[]> {
  return withFolder(async (folder) => {
    const nginx = await startNginx(folder)
    await writePage('bench/curves-page', join(folder, 'www'))
    const url = await demoProduct()
    const measured = withBrowser(async (browser) => {
      const cases = CASES.map((each, index) => {
        const rounds: Rounds = { product: [], reference: [] }
        return { each, answer: `answer-${index}.json`, rounds }
      })
      for (const { each, answer } of cases) await keepAnswer(browser, url, each, join(folder, 'www', answer))
      // The cases take turns, so that each meets the server equally often while its code is not compiled yet.
      for (let round = 1; round <= ROUNDS; round += 1)
        for (const { each, answer, rounds } of cases) {
          rounds.product.push(await measureProduct(browser, url, each, round))
          rounds.reference.push(await measureBare(browser, nginx.url, `/${answer}`))
        }
      const figures: Figure[] = []
      for (const { each, rounds } of cases) {
        const what = `click to painted curves, ${each.title}`
        const against = 'its answer as JSON from nginx, drawn by the bare engine'
        figures.push(
          compare({ what, against, unit: 'ms' }, rounds, RATIO),
          atMost(`${what}, time`, median(rounds.product), 'ms', each.quietMs, true),
          atMost(`${what}, longest task`, await longestTask(browser, url, each), 'ms', MAX_TASK_MS),
        )
      }
      return figures
    })
    return measured.finally(() => nginx.stop())
  })
}
