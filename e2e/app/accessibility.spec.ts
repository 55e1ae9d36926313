import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { card, runButton } from '#e2e/testing/cards.ts'
import { QUERY } from '#e2e/testing/graphs.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect, test } from '#e2e/testing/test.ts'

/** Accessible and without sideways scrolling, at 1280 and 320 px. */
async function expectSound(page: Page): Promise<void> {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForFunction((wanted) => document.documentElement.clientWidth === wanted, width)
    // Moves the bar at the window's foot away, which would cover controls of the map.
    await page
      .getByRole('heading')
      .last()
      .evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

for (const { path, ready } of PAGES)
  test(`${path} is accessible and does not scroll sideways`, async ({ page }) => {
    await page.route('**/energia/**', answerWithEntries)
    await page.goto(path)
    await ready(page)
    await expectSound(page)
  })

test('a failed query and an open list are accessible', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  await page.route(QUERY, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(page.getByText('Whoops, something went wrong')).toBeVisible()
  await expectSound(page)
  await card(page).getByRole('button', { name: 'Area' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await expectAccessible(page)
})

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('sign-in is accessible and does not scroll sideways', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter both username and password.')).toBeVisible()
    await expectSound(page)
  })
})

test('the menu of a narrow screen is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/home')
  await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})
