import type { Browser, Page } from '@playwright/test'

import { keepSession, withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { CHART, notePainted } from './page/painted.ts'
import { withProduct } from './product.ts'

const ROUNDS = 3
const CPU_SLOWDOWN = 4
/** Slow 4G as Lighthouse defines it. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}

interface Case {
  title: string
  path: string
  /** What a person waits for. */
  awaited: string
  isSignedIn: boolean
  coldLimitMs: number
  warmLimitMs: number
}

const CASES: readonly Case[] = [
  {
    title: 'sign-in page',
    path: '/',
    awaited: 'button[type=submit]',
    isSignedIn: false,
    coldLimitMs: 3000,
    warmLimitMs: 1500,
  },
  {
    title: 'home page',
    path: '/home',
    awaited: 'main a',
    isSignedIn: true,
    coldLimitMs: 4000,
    warmLimitMs: 2000,
  },
  {
    title: 'dashboard of one card, a week hourly of a group',
    path: '/dashboard?v=1&g=CWE,residual,H,-7d,-1d,run',
    awaited: CHART,
    isSignedIn: true,
    coldLimitMs: 5000,
    warmLimitMs: 2500,
  },
  {
    title: 'model page',
    path: '/model',
    awaited: '.map-label',
    isSignedIn: true,
    coldLimitMs: 5000,
    warmLimitMs: 2500,
  },
]

async function slowDown(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}

async function visit(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await page.waitForFunction(() => window.paintedAtMs.length > 0, undefined, { timeout: 60_000 })
  return page.evaluate(() => window.paintedAtMs[0] ?? Number.NaN)
}

/** The first visit of a new browser, and the next one. */
async function visitTwice(browser: Browser, url: string, { path, awaited, isSignedIn }: Case) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, baseURL: url })
  const page = await context.newPage()
  if (isSignedIn) await keepSession(page, url)
  await page.addInitScript(notePainted, awaited)
  await slowDown(page)
  const coldMs = await visit(page, path)
  await page.waitForLoadState('networkidle')
  const warmMs = await visit(page, path)
  await context.close()
  return { coldMs, warmMs }
}

/** How long a person with a slow machine and a slow network waits for the first thing of each page. */
export async function measurePageLoads(): Promise<Figure[]> {
  return withProduct('demo', (url) =>
    withBrowser(async (browser) => {
      const figures: Figure[] = []
      for (const each of CASES) {
        const rounds: Awaited<ReturnType<typeof visitTwice>>[] = []
        for (let round = 0; round < ROUNDS; round += 1) rounds.push(await visitTwice(browser, url, each))
        for (const [which, limit] of [
          ['coldMs', each.coldLimitMs],
          ['warmMs', each.warmLimitMs],
        ] as const)
          figures.push(
            atMost(
              {
                what: `${each.title}, ${which === 'coldMs' ? 'first visit' : 'next visit'}`,
                against: 'a processor 4 times slower and slow 4G (150 ms, 1.6 Mbit/s)',
                unit: 'ms',
              },
              median(rounds.map((round) => round[which])),
              limit,
            ),
          )
      }
      return figures
    }),
  )
}
