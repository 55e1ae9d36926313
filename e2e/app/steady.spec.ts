import type { Page, Route } from '@playwright/test'

import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { KEYS_PATH } from '#contract/keys.ts'
import { USERS_PATH } from '#contract/users.ts'
import { expect, test } from '#e2e/testing/test.ts'
import { STARTERS } from '#web/dashboard/saved/starters.ts'

declare global {
  interface Window {
    moved?: string[]
  }
}

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

const SAVED_ID = '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11'
const MADE = { createdAt: '2026-11-20T10:00:00Z', lastUsedAt: null }
const NAMES = ['Notebook', 'Night job', 'Spreadsheet']
const SAVED = { id: SAVED_ID, name: 'Germany', isStart: false, query: STARTERS.at(-1)?.query ?? '' }

/** What the page gets where the test's server has nothing to list. */
const LISTS: Readonly<Record<string, object>> = {
  [KEYS_PATH]: { keys: NAMES.map((name) => ({ id: name, name, ...MADE })) },
  [USERS_PATH]: {
    users: ['analyst', 'joe', 'ann'].map((name, id) => ({
      id,
      name,
      role: id === 0 ? 'admin' : 'analyst',
      isDisabled: false,
      hasPassword: true,
      keys: 0,
      createdAt: MADE.createdAt,
      lastSignInAt: null,
    })),
  },
  [DASHBOARDS_PATH]: { dashboards: [SAVED] },
  [`${DASHBOARDS_PATH}/${SAVED_ID}`]: { ...SAVED, owner: 'analyst', isOwn: true },
}

const PAGES: readonly { path: string; ready: (page: Page) => Promise<void> }[] = [
  { path: '/home', ready: (page) => expect(page.getByText('13 countries together').first()).toBeVisible() },
  { path: '/dashboard', ready: (page) => expect(page.getByText('Nothing to show yet')).toBeVisible() },
  {
    path: `/dashboard?saved=${SAVED_ID}`,
    ready: (page) => expect(page.locator('[data-graph] figure.chart canvas')).toHaveCount(3),
  },
  { path: '/model', ready: (page) => expect(page.locator('.leaflet-tooltip')).toHaveCount(13) },
  {
    path: '/model?metric=against-previous&country=de',
    async ready(page) {
      await expect(page.getByRole('heading', { name: /^Final value vs/ })).toBeVisible()
      await expect(page.getByRole('application', { name: 'Forecast for Germany' })).toBeVisible()
    },
  },
  {
    path: '/model?glance=final&country=de',
    ready: (page) => expect(page.getByRole('gridcell')).toHaveCount(13 * 24),
  },
  {
    path: '/model?glance=sheet',
    ready: (page) => expect(page.getByRole('rowheader', { name: 'Residual load' })).toHaveCount(14),
  },
  {
    path: '/model?accuracy=28&country=de',
    ready: (page) =>
      expect(page.getByRole('rowheader', { name: 'Germany' })).toBeVisible({ timeout: 120_000 }),
  },
  { path: '/account', ready: (page) => expect(page.getByText(NAMES[2] ?? '')).toBeVisible() },
  { path: '/account/password', ready: (page) => expect(page.getByText('remove my 3 keys')).toBeVisible() },
  { path: '/users', ready: (page) => expect(page.getByText('analyst (you)')).toBeVisible() },
  { path: '/data', ready: (page) => expect(page.getByRole('rowheader', { name: 'Germany' })).toBeVisible() },
  { path: '/no/such/page', ready: (page) => expect(page.getByText('404')).toBeVisible() },
]

/** Writes down everything on the page that moves without anybody having pressed anything. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    window.moved = moved
    const sides = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round)
    const isShift = (entry: PerformanceEntry): entry is LayoutShift => entry.entryType === 'layout-shift'
    new PerformanceObserver((list) => {
      for (const { sources, hadRecentInput } of list.getEntries().filter(isShift))
        for (const { node, previousRect, currentRect } of hadRecentInput ? [] : sources) {
          const [from, to] = [sides(previousRect), sides(currentRect)]
          // Nobody sees a pixel, which can be less than one that was rounded.
          if (from.some((side, index) => Math.abs(side - (to[index] ?? 0)) > 1))
            moved.push(
              `${node?.nodeName} ${node?.textContent?.slice(0, 50)}: ${from.join(' ')} → ${to.join(' ')}`,
            )
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const moves = (page: Page) => page.evaluate(() => window.moved)

/** Long enough for a frame between any two answers. */
const STEP_MS = 60

/**
 * Lets the answers come one by one, the one that was asked for last first, so that every state on the way is painted. While it
 * fails all of them are errors.
 */
async function answerSlowly(page: Page) {
  const waiting: Route[] = []
  let areFailing = false
  let lastMs = Date.now()
  await page.route(/\/(energia|api|settings\.json|map\.geo\.json)/, (route) => {
    waiting.push(route)
    lastMs = Date.now()
  })
  async function answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url())
    const json = LISTS[pathname]
    if (areFailing && !pathname.endsWith('.json')) await route.fulfill({ status: 503, body: '' })
    else if (json === undefined) await route.continue()
    else await route.fulfill({ json })
  }
  const timer = setInterval(() => {
    const route = waiting.pop()
    if (route === undefined) return
    lastMs = Date.now()
    // The page may have gone on.
    answer(route).catch(() => {})
  }, STEP_MS)
  return {
    fail: (next: boolean) => (areFailing = next),
    /** Resolves when nothing is asked or answered any more. */
    settle: () => expect.poll(() => Date.now() - lastMs).toBeGreaterThan(6 * STEP_MS),
    stop: () => clearInterval(timer),
  }
}

for (const width of [1280, 390])
  test(`on every page nothing moves that was painted, while answers come, fail, and come by themselves, ${width} px wide`, async ({
    signedIn: page,
    watch,
  }) => {
    watch.expected.push(/Failed to load resource/, /status of 503/, /answered with an error/, /API error/)
    // So high that nothing moves out of sight.
    await page.setViewportSize({ width, height: 3000 })
    await page.addInitScript(() => localStorage.setItem('lastVisit', `NaN ${Date.now() - 48 * 3_600_000}`))
    await watchMoves(page)
    await page.clock.install()
    const answers = await answerSlowly(page)
    for (const { path, ready } of PAGES) {
      await page.goto(path)
      await ready(page)
      await answers.settle()
      expect.soft(await moves(page), `${path}, all well`).toEqual([])
      answers.fail(true)
      await page.reload()
      await answers.settle()
      answers.fail(false)
      await page.clock.runFor(16_000)
      await ready(page)
      await answers.settle()
      expect.soft(await moves(page), `${path}, the server is away and comes back`).toEqual([])
    }
    answers.stop()
  })
