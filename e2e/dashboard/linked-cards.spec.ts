import type { Page } from '@playwright/test'

import { answerHours, asked, card, chart, queriesOf, QUERY, runButton } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const AREAS = ['DE', 'PL', 'AT']
const LINK = `/dashboard?v=1${AREAS.map((area) => `&g=${area},residual,H,2026-11-10T00:00,2026-11-16T23:59,run`).join('')}`

/** Opens a link with three cards, holds the first answer back, and returns which areas were asked for and how to let it through. */
async function openLink(page: Page): Promise<{ askedAreas: () => string[]; answerFirst: () => void }> {
  let answerFirst = () => {}
  const released = new Promise<void>((resolve) => (answerFirst = resolve))
  await page.route(QUERY, async (route) => {
    if (asked(route.request()).area === AREAS[0]) await released
    await answerHours(route)
  })
  const queries = queriesOf(page)
  await page.goto(LINK)
  for (const position of [1, 2, 3]) await expect(card(page, position)).toBeVisible()
  await expect(card(page).getByTestId('chart-skeleton')).toBeVisible()
  return { askedAreas: () => queries.map((query) => asked(query).area), answerFirst }
}

/** Lets the page paint nothing until `paintAgain`, as in a tab in the background, or before the next frame of a slow one. */
async function stopFrames(page: Page, { isHidden }: { isHidden: boolean }): Promise<void> {
  await page.evaluate((hidden) => {
    const request = window.requestAnimationFrame.bind(window)
    const waiting: FrameRequestCallback[] = []
    window.requestAnimationFrame = (callback) => waiting.push(callback)
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    window.paintAgain = () => {
      Reflect.deleteProperty(document, 'hidden')
      window.requestAnimationFrame = request
      waiting.forEach(request)
    }
  }, isHidden)
}

const paintAgain = (page: Page) => page.evaluate(() => window.paintAgain())

test('a link asks for its first card alone, and for the others when that one is painted', async ({
  signedIn: page,
}) => {
  const { askedAreas, answerFirst } = await openLink(page)
  await stopFrames(page, { isHidden: false })
  expect(askedAreas()).toEqual(['DE'])
  answerFirst()
  await expect(runButton(page)).toBeEnabled()
  expect(askedAreas()).toEqual(['DE'])
  await paintAgain(page)
  await expect(chart(page, 3)).toBeVisible()
  expect(askedAreas()).toEqual(AREAS)
})

test('in a tab in the background, which paints nothing, the other cards follow the first answer', async ({
  signedIn: page,
}) => {
  const { askedAreas, answerFirst } = await openLink(page)
  await stopFrames(page, { isHidden: true })
  expect(askedAreas()).toEqual(['DE'])
  answerFirst()
  await expect.poll(askedAreas).toEqual(AREAS)
  await paintAgain(page)
  for (const position of [1, 2, 3]) await expect(chart(page, position)).toBeVisible()
})

declare global {
  interface Window {
    paintAgain: () => void
  }
}
