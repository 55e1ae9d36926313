import type { Page, Route } from '@playwright/test'

import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect, test } from '#e2e/testing/test.ts'

declare global {
  interface Window {
    moved?: string[]
  }
}

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Writes down everything on the page that moves without anybody having pressed anything. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    window.moved = moved
    // Notices push the page down, by design. Here they lie over it, so that all else that moves is seen.
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('#notices { position: absolute }')
      document.adoptedStyleSheets.push(sheet)
    })
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
 * Lets the answers come one by one, the one that was requested last first, so that every state on the way is painted. While it
 * fails all of them are errors.
 */
async function answerSlowly(page: Page) {
  const waiting: Route[] = []
  let areFailing = false
  let failures = 0
  let lastMs = Date.now()
  await page.route(/\/(energia|api|settings\.json|map\.geo\.json)/, (route) => {
    waiting.push(route)
    lastMs = Date.now()
  })
  async function answer(route: Route): Promise<void> {
    const { pathname } = new URL(route.request().url())
    if (!areFailing || pathname.endsWith('.json')) return answerWithEntries(route)
    await route.fulfill({ status: 503, body: '' })
    failures += 1
  }
  const timer = setInterval(() => {
    const route = waiting.pop()
    if (route === undefined) return
    lastMs = Date.now()
    // The page may have gone on.
    answer(route).catch(() => {})
  }, STEP_MS)
  return {
    fail(next: boolean) {
      areFailing = next
      failures = 0
    },
    hasFailed: () => expect.poll(() => failures).toBeGreaterThan(0),
    /** Resolves when nothing is asked or answered any more. */
    settle: () => expect.poll(() => Date.now() - lastMs).toBeGreaterThan(6 * STEP_MS),
    stop: () => clearInterval(timer),
  }
}

for (const width of [1280, 390])
  test(`nothing moves while answers come, fail and recover, ${width} px wide`, async ({ page, watch }) => {
    watch.expected.push(/Failed to load resource/, /status of 503/, /answered with an error/, /API error/)
    // So high that nothing moves out of sight.
    await page.setViewportSize({ width, height: 3000 })
    await watchMoves(page)
    await page.clock.install()
    const answers = await answerSlowly(page)
    for (const { path, ready } of PAGES) {
      // Otherwise the seconds that are passed below add up, and the page says that the clock is ahead.
      await page.clock.setSystemTime(Date.now())
      await page.goto(path)
      await ready(page)
      await answers.settle()
      expect.soft(await moves(page), `${path}, all well`).toEqual([])
      answers.fail(true)
      await page.reload()
      // Else a slow machine paints no failure of the dashboard.
      if (path.startsWith('/dashboard')) await answers.hasFailed()
      await answers.settle()
      answers.fail(false)
      await page.clock.runFor(16_000)
      await ready(page)
      await answers.settle()
      expect.soft(await moves(page), `${path}, the server is away and comes back`).toEqual([])
    }
    answers.stop()
  })
