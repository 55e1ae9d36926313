import { chromiumOf } from '#e2e/engines/chromium.ts'
import { walk } from '#e2e/engines/walk.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect, test } from '#e2e/testing/test.ts'

test.describe('with a mouse and a touch screen', () => {
  test.use({ hasTouch: true, isSignedIn: false })

  test('a morning: sign in, query, read, take a file, save, map, play, print, sign out', async ({ page }) => {
    await walk(chromiumOf(page), '/')
  })
})

test('every page shows what it is for', async ({ page }) => {
  await page.route('**/energia/**', answerWithEntries)
  for (const { path, ready } of PAGES) {
    await page.goto(path)
    await ready(page)
    // A translator removes React's text nodes from the page, and React then fails.
    await expect(page.locator('html')).toHaveAttribute('translate', 'no')
  }
})
