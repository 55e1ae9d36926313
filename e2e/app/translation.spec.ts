import type { Page } from '@playwright/test'

import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { expect, PASSWORD, test, USERNAME } from '#e2e/testing/test.ts'

/**
 * Does what the translator of a browser does: each text gives way to two elements with another text, or moves into them, as the width of
 * the window decides here. Returns how many texts did.
 */
function translate(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isMoved = window.innerWidth < 600
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
    const read = texts.filter(
      (text) =>
        text.data.trim() !== '' && !text.parentElement?.closest('script, style, font, [translate=no]'),
    )
    for (const text of read) {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      const words = text.data.replaceAll(/\p{L}+/gu, (word) => `${word}o`)
      outer.append(inner)
      if (isMoved) {
        text.before(outer)
        inner.append(text)
        text.data = words
      } else {
        inner.textContent = words
        text.replaceWith(outer)
      }
    }
    return read.length
  })
}

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).first().click()

/** How a page is used once it is translated, and what has to come of it. */
const USES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async '/dashboard'(page) {
    await press(page, 'Runo Queryo')
    await expect(page.locator('figure.chart canvas')).toBeVisible()
    await translate(page)
    await press(page, /^Add/)
    await press(page, 'Remove graph 1')
    await expect(page.getByText('Nothing to show yet')).toBeVisible()
  },
  async '/model'(page) {
    await page.getByRole('slider').press('ArrowRight')
    await expect(page.getByText(/01:00$/)).toBeVisible()
    await translate(page)
    await page.getByRole('slider').press('ArrowRight')
    await expect(page.getByText(/02:00$/)).toBeVisible()
    await press(page, /^Germany/)
    await expect(page.getByRole('heading', { name: /Germany$/, level: 2 })).toBeVisible()
    await translate(page)
    await press(page, 'Next country')
    await expect(page.getByRole('heading', { name: /Greece$/, level: 2 })).toBeVisible()
  },
  async '/account'(page) {
    await press(page, /^Remove/)
    await translate(page)
    await press(page, /^Keep/)
  },
  async '/users'(page) {
    await press(page, /^New password/)
    await translate(page)
    await press(page, /^Cancel/)
  },
}

for (const width of [1280, 390])
  test(`every page lives on when the browser has translated it, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.route('**/energia/**', answerWithEntries)
    for (const { path, ready } of PAGES) {
      await page.goto(path)
      await ready(page)
      await page.waitForLoadState('networkidle')
      expect(await translate(page)).toBeGreaterThan(3)
      await USES[path]?.(page)
      await translate(page)
      const [to, heading] =
        path === '/home' ? ['/dashboard', 'Metrics Dashboard'] : ['/home', 'Welcome back!']
      const link = page.locator(`a[href="${to}"]`).filter({ visible: true }).first()
      // On a phone the links to the pages are in a menu.
      await (width < 768 && path !== '/home' ? page.keyboard.type('gh') : link.click())
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(page.getByText('could not be shown')).toHaveCount(0)
    }
  })

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('the sign-in page signs in when the browser has translated it', async ({ page, watch }) => {
    watch.expected.push(/401/)
    await page.goto('/')
    await translate(page)
    const signIn = async (password: string) => {
      await page.getByPlaceholder('yourusername').fill(USERNAME)
      await page.getByPlaceholder('••').fill(password)
      await page.keyboard.press('Enter')
    }
    await signIn('wrong')
    await expect(page.getByText('Invalid username or password.')).toBeVisible()
    await translate(page)
    await signIn(PASSWORD)
    await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  })
})
