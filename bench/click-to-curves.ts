import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from '@playwright/test'

import { QUERY_PATH } from '#contract/query.ts'

import { openSignedIn, withBrowser } from './browser.ts'
import { atMost, compareRounds, type Figure, median } from './figure.ts'
import { startNginx } from './nginx.ts'
import { writePage } from './page/build-page.ts'
import { CHART, notePainted, untilPainted } from './page/painted.ts'
import { withProduct } from './product.ts'
import { mainThreadTasks, TASKS, trace } from './trace.ts'

const ROUNDS = 11
const TASK_ROUNDS = 5
const LONGEST_TASK_MS = 50
const COLD_LIMIT = 1.6
const WARM_LIMIT = 1.3
const DAY_MS = 86_400_000

interface Case {
  title: string
  area: string
  days: number
}

const CASES: readonly Case[] = [
  { title: 'a week hourly of a country', area: 'DE', days: 7 },
  { title: 'a week hourly of a group', area: 'CWE', days: 7 },
  { title: 'a year hourly of a country', area: 'DE', days: 365 },
  { title: 'a year hourly of a group', area: 'CWE', days: 365 },
]

/** Milliseconds from the click to painted curves: the first query of a page, new to the server, and the same query again. */
interface Clicks {
  coldMs: number
  warmMs: number
}

interface Rounds {
  product: Clicks[]
  reference: Clicks[]
}

/** A dashboard with one card that was not asked yet. Each round has another range, which the server has not answered before. */
function addressOf({ area, days }: Case, round: number): string {
  const day = (back: number) => new Date(Date.now() - (back + round) * DAY_MS).toISOString().slice(0, 10)
  return `/dashboard?v=1&g=${area},residual,H,${day(days)}T00:00,${day(1)}T23:59`
}

async function click(page: Page, button: string): Promise<number> {
  await page.evaluate(() => (window.paintedAtMs = []))
  await page.getByRole('button', { name: button, exact: true }).click()
  const [paintedAtMs = Number.NaN] = await untilPainted(page)
  return paintedAtMs - (await page.evaluate(() => window.releasedAtMs))
}

async function clickTwice(page: Page, button: string): Promise<Clicks> {
  const coldMs = await click(page, button)
  await page.waitForTimeout(200)
  return { coldMs, warmMs: await click(page, button) }
}

async function openProduct(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Run Query' }).waitFor()
}

/** Keeps the answer to the first query for nginx, as everybody but our own page gets it. */
async function keepAnswer(browser: Browser, url: string, each: Case, file: string): Promise<void> {
  const page = await openSignedIn(browser, url)
  await openProduct(page, addressOf(each, 0))
  const asked = page.waitForRequest((request) => request.url().endsWith(QUERY_PATH))
  await page.getByRole('button', { name: 'Run Query' }).click()
  const request = await asked
  await page.waitForLoadState('networkidle')
  const headers = { ...(await request.allHeaders()), accept: 'application/json' }
  const response = await page.request.post(QUERY_PATH, { headers, data: request.postData() ?? '' })
  if (!response.ok()) throw new Error(`The product answers ${response.status()}`)
  await writeFile(file, await response.body())
  await page.close()
}

async function measureProduct(browser: Browser, url: string, address: string): Promise<Clicks> {
  const page = await openSignedIn(browser, url)
  await page.addInitScript(notePainted, CHART)
  await openProduct(page, address)
  return clickTwice(page, 'Run Query').finally(() => page.close())
}

async function measureBare(browser: Browser, url: string, answer: string): Promise<Clicks> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  await page.addInitScript(notePainted, CHART)
  await page.goto(`${url}/index.html`, { waitUntil: 'networkidle' })
  await page.evaluate((address) => window.prepare(address), answer)
  return clickTwice(page, 'Run').finally(() => page.close())
}

/**
 * The clicks of every case. All cases take turns in each round, so that each meets the server equally often while its code is not
 * compiled yet.
 */
async function measureCases(
  browser: Browser,
  url: string,
  nginx: string,
  folder: string,
): Promise<{ each: Case; rounds: Rounds }[]> {
  const measured = CASES.map((each, index) => {
    const rounds: Rounds = { product: [], reference: [] }
    return { each, answer: `answer-${index}.json`, rounds }
  })
  for (const { each, answer } of measured) await keepAnswer(browser, url, each, join(folder, 'www', answer))
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const { each, answer, rounds } of measured) {
      rounds.product.push(await measureProduct(browser, url, addressOf(each, round)))
      rounds.reference.push(await measureBare(browser, nginx, `/${answer}`))
    }
  }
  return measured
}

/** The longest task of the main thread from the first click to painted curves. */
async function longestTask(browser: Browser, url: string, each: Case): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < TASK_ROUNDS; round += 1) {
    const page = await openSignedIn(browser, url)
    await page.addInitScript(notePainted, CHART)
    await openProduct(page, addressOf(each, 1 + ROUNDS + round))
    const tasks = mainThreadTasks(await trace(browser, page, [TASKS], () => click(page, 'Run Query')))
    rounds.push(Math.max(...tasks))
    await page.close()
  }
  return median(rounds)
}

function compareClicks({ title }: Case, rounds: Rounds, which: keyof Clicks): Figure {
  return compareRounds(
    {
      what: `click to painted curves, ${which === 'coldMs' ? 'cold' : 'warm'}, ${title}`,
      against: 'the same answer as JSON from nginx, parsed and painted by the bare engine',
      unit: 'ms',
    },
    {
      product: rounds.product.map((clicks) => clicks[which]),
      reference: rounds.reference.map((clicks) => clicks[which]),
    },
    which === 'coldMs' ? COLD_LIMIT : WARM_LIMIT,
  )
}

/** From the click on Run Query to painted curves in the built product. */
export async function measureClickToCurves(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const nginx = await startNginx(folder)
  try {
    await writePage('bench/curves', join(folder, 'www'))
    return await withProduct('demo', (url) =>
      withBrowser(async (browser) => {
        const measured = await measureCases(browser, url, nginx.url, folder)
        const figures = measured.flatMap(({ each, rounds }) => [
          compareClicks(each, rounds, 'coldMs'),
          compareClicks(each, rounds, 'warmMs'),
        ])
        const longest = CASES.at(-1)
        if (longest !== undefined)
          figures.push(
            atMost(
              {
                what: `longest task from the click to painted curves, ${longest.title}`,
                against: 'a task nobody notices',
                unit: 'ms',
              },
              await longestTask(browser, url, longest),
              LONGEST_TASK_MS,
            ),
          )
        return figures
      }),
    )
  } finally {
    await nginx.stop()
    await rm(folder, { recursive: true })
  }
}
