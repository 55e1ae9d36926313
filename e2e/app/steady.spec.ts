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

/** Records everything on the page that moves without a press. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    window.moved = moved
    // Notices push the page down by design. Here they overlay it, so that other moves are detected.
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
          // Up to 1 px is invisible and can come from rounding.
          if (from.some((side, index) => Math.abs(side - (to[index] ?? 0)) > 1))
            moved.push(
              `${node?.nodeName} ${node?.textContent?.slice(0, 50)}: ${from.join(' ')} → ${to.join(' ')}`,
            )
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const moves = (page: Page) => page.evaluate(() => window.moved)

/** Longer than a frame, so that every state is painted. */
const STEP_MS = 60

/**
 * Releases answers one by one, the latest request first, so that every state in between is painted. During a failure all answers are
 * errors.
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
    // The page may have been left.
    answer(route).catch(() => {})
  }, STEP_MS)
  return {
    fail(next: boolean) {
      areFailing = next
      failures = 0
    },
    hasFailed: () => expect.poll(() => failures).toBeGreaterThan(0),
    /** Resolves once no call is open. */
    settle: () => expect.poll(() => Date.now() - lastMs).toBeGreaterThan(6 * STEP_MS),
    stop: () => clearInterval(timer),
  }
}

/** A high window shows all content, an ordinary one where its first screen ends. */
const SIZES = [
  [1280, 3000],
  [390, 4000],
  [1280, 720],
  [390, 844],
] as const

for (const [width, height] of SIZES)
  test(`nothing moves while answers come, fail and recover, ${width} × ${height} px`, async ({
    page,
    watch,
  }) => {
    watch.expected.push(/Failed to load resource/, /status of 503/, /answered with an error/, /API error/)
    await page.setViewportSize({ width, height })
    await watchMoves(page)
    await page.clock.install()
    const answers = await answerSlowly(page)
    for (const { path, ready } of PAGES) {
      // Otherwise the seconds skipped below add up, and the page warns that the clock is ahead.
      await page.clock.setSystemTime(Date.now())
      await page.goto(path)
      await ready(page)
      await answers.settle()
      expect.soft(await moves(page), `${path}, all well`).toEqual([])
      answers.fail(true)
      await page.reload()
      // Otherwise a slow machine does not paint the dashboard's failure.
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
