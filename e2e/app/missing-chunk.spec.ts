import type { Page } from '@playwright/test'

import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { expect, test } from '#e2e/testing/test.ts'

const MODEL_SCRIPT = '**/assets/model-page-*.js'

test.beforeEach(async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/, /Failed to fetch dynamically imported module/)
  await page.clock.install()
})

/** A reload removes the mark set by `openHome`. */
function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'isMarked'))
}

/** Opens Home and waits until the other pages are prefetched. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  await page.clock.runFor(4000)
}

const notShown = (page: Page) => page.getByRole('heading', { name: 'This page could not be shown.' })

test('without a server a missing part is told, and the page is not reloaded', async ({ page }) => {
  await page.route(MODEL_SCRIPT, (route) => route.abort('connectionrefused'))
  const asked = page.waitForRequest('**/livez')
  await page.route('**/livez', (route) => route.abort('connectionrefused'))
  await openHome(page)
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await asked
  await expect(notShown(page)).toBeVisible()
  expect(await isMarked(page)).toBe(true)

  await page.unroute(MODEL_SCRIPT)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeVisible()
})

test('a part that a new release has taken away is fetched by one reload, not by more', async ({ page }) => {
  await page.route(MODEL_SCRIPT, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  const reload = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await reload
  await expect(notShown(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
  await page.clock.runFor(20_000)
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(notShown(page)).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('the other pages are fetched ahead, so that they open with the server down', async ({ page }) => {
  const scripts = Promise.all(
    [MODEL_SCRIPT, '**/assets/dashboard-page-*.js'].map((script) => page.waitForResponse(script)),
  )
  await openHome(page)
  // With all their imports, which are fetched at the same time.
  for (const script of await scripts)
    await page.evaluate(async (url) => void (await import(url)), script.url())
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Metrics Dashboard' })).toBeVisible()
})

test('while the layout loads its frame shows the pages, and they lead on', async ({ page }) => {
  const release = await holdCalls(page, '**/assets/layout-*.js')
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.getByText('Loading page')).toBeAttached()
  const pages = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(pages).toHaveText(['Home', 'Dashboard', 'Model'])
  const places = () =>
    pages.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()))
  const early = await places()
  await pages.nth(1).click()
  release()
  await expect(page.getByRole('heading', { name: 'Metrics Dashboard' })).toBeVisible()
  expect(await places()).toEqual(early)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu that is asked for while the layout loads opens when it is there', async ({ page }) => {
    const release = await holdCalls(page, '**/assets/layout-*.js')
    await page.goto('/home', { waitUntil: 'commit' })
    const button = page.getByRole('button', { name: 'Open menu' })
    const place = await button.boundingBox()
    await button.click()
    release()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(button).toBeFocused()
    expect(await button.boundingBox()).toEqual(place)
  })
})
