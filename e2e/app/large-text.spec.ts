import type { Page } from '@playwright/test'

import { GRAPH_FORMS } from '#contract/dashboard-address.ts'
import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { chart } from '#e2e/testing/cards.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect, test } from '#e2e/testing/test.ts'

const USUAL_FONT_PX = 16
const FONT_PX = 2 * USUAL_FONT_PX

const formOfCard = (form: string) => ({
  path: `/dashboard?v=1&g=DE,residual,H,-7d,-1d,run,${form}`,
  ready: (page: Page) => expect(chart(page).locator('canvas').first()).toBeVisible(),
})

/** Pairs of controls of a header of which one lies on the other. */
const covered = (page: Page) =>
  page.locator('header').evaluateAll((headers) =>
    headers.flatMap((header) => {
      const controls = [...header.querySelectorAll('a, button')].filter((one) => one.checkVisibility())
      return controls.flatMap((one, index) =>
        controls.slice(index + 1).flatMap((other) => {
          const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
          const isApart =
            a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1
          return isApart
            ? []
            : [`${one.textContent} ${one.ariaLabel} · ${other.textContent} ${other.ariaLabel}`]
        }),
      )
    }),
  )

async function setFontSize(page: Page, standard: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setFontSizes', { fontSizes: { standard } })
}

// Otherwise the media queries of the browser's next pages keep the large text.
test.afterEach(({ page }) => setFontSize(page, USUAL_FONT_PX))

test('text of 200 % fits on every page, on a phone and on a desk', async ({ page }) => {
  await page.route('**/energia/**', answerWithEntries)
  await setFontSize(page, FONT_PX)
  for (const { path, ready } of [...PAGES, ...GRAPH_FORMS.map(formOfCard)]) {
    await page.goto(path)
    await ready(page)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      `${FONT_PX}px`,
    )
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoSidewaysScroll(page)
      expect.soft(await covered(page), `${path}, ${width} px wide`).toEqual([])
    }
  }
})
