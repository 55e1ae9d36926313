import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/testing/test.ts'

const MODEL_SCRIPT = '**/assets/model-page-*.js'

test.beforeEach(({ watch }) => {
  watch.expected.push(/Failed to load resource/, /Failed to fetch dynamically imported module/)
})

/** A reload takes the mark away. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isMarked: true }))
}
function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => Reflect.has(window, 'isMarked'))
}

test('a missing part of the page does not reload it while the server is down', async ({ signedIn: page }) => {
  await page.route(MODEL_SCRIPT, (route) => route.abort('connectionrefused'))
  await page.route('**/livez', (route) => route.abort('connectionrefused'))
  const fetchedAhead = page.waitForEvent('requestfailed', (request) => request.url().includes('/model-page-'))
  await page.goto('/home')
  await markPage(page)
  // While pages are fetched ahead, a missing part is not asked about.
  await fetchedAhead
  const asked = page.waitForRequest('**/livez')
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await asked
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  expect(await isMarked(page)).toBe(true)
})

test('a page that could not be loaded comes by itself when the server is back', async ({
  signedIn: page,
}) => {
  await page.route(MODEL_SCRIPT, (route) => route.abort('connectionrefused'))
  await page.route('**/livez', (route) => route.abort('connectionrefused'))
  const fetchedAhead = page.waitForEvent('requestfailed', (request) => request.url().includes('/model-page-'))
  await page.goto('/home')
  await fetchedAhead
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be shown.' })).toBeVisible()
  await page.unroute(MODEL_SCRIPT)
  await page.unroute('**/livez')
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeVisible({ timeout: 60_000 })
})

test('a part that a new release has taken away is fetched by a reload', async ({ signedIn: page }) => {
  await page.route(MODEL_SCRIPT, (route) => route.fulfill({ status: 404, body: '' }))
  const fetchedAhead = page.waitForResponse(MODEL_SCRIPT)
  await page.goto('/home')
  await markPage(page)
  await fetchedAhead
  expect(await isMarked(page), 'the prefetch itself does not reload the page').toBe(true)
  const reload = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await reload
  expect(await isMarked(page)).toBe(false)
})

test('the other pages are fetched ahead, so that they open with the server down', async ({
  signedIn: page,
}) => {
  const fetched = Promise.all([
    page.waitForResponse(MODEL_SCRIPT),
    page.waitForResponse('**/assets/dashboard-page-*.js'),
  ])
  await page.goto('/home')
  await fetched
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Metrics Dashboard' })).toBeVisible()
})

test('while the layout loads its frame is shown, not a blank page', async ({ signedIn: page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/layout-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  await expect(page.getByText('Loading page')).toBeAttached()
  release()
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
})
