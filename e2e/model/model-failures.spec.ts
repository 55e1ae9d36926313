import type { Page } from '@playwright/test'

import { expectAccessible } from '#e2e/testing/axe.ts'
import { labels, openMap } from '#e2e/testing/model.ts'
import { expect, test } from '#e2e/testing/test.ts'

const CALLS = '**/energia/{tab-2,runs,accuracy,status}'

async function breakServer(page: Page): Promise<void> {
  await page.route(CALLS, (route) => route.abort('connectionrefused'))
}

test.beforeEach(({ watch }) => {
  watch.expected.push(/Failed to load resource/, /cannot be reached/)
})

test('with the server down the model page says so and keeps the delivery-day control', async ({ page }) => {
  await breakServer(page)
  await page.goto('/model?country=de')
  await expect(page.getByRole('alert')).toContainText('Whoops something went wrong')
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(page.getByText('The forecast for Germany could not be loaded.')).toBeVisible()
  await expect(page.getByText(/published/)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Previous delivery day' })).toBeEnabled()
  await expectAccessible(page)
})

test('the last day that loaded stays when another fails; Retry keeps the focus', async ({ page }) => {
  const runs = { day: '2026-01-15', firstDay: '2026-01-01', lastDay: '2036-01-01', kinds: [], runs: {} }
  await page.route('**/api/v1/runs?*', (route) => route.fulfill({ json: runs }))
  await openMap(page, '/model?country=de')
  await expect(page.getByRole('button', { name: 'Previous delivery day' })).toBeEnabled()
  const shown = await labels(page).allTextContents()
  const day = await page.getByText(/^\w{3}, .* · CES?T/).textContent()
  await breakServer(page)
  await page.getByRole('button', { name: 'Previous delivery day' }).click()
  await expect(page.getByRole('alert')).toContainText('The page still shows')
  expect(await labels(page).allTextContents()).toEqual(shown)
  expect(await page.getByText(/^\w{3}, .* · CES?T/).textContent()).toContain(day?.split(' ·')[0])
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(page.getByText(/No forecast run is stored|published/)).toBeHidden()
  await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('/energia/tab-2')),
    page.getByRole('button', { name: 'Next delivery day' }).click(),
  ])
  await page.unroute(CALLS)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeFocused()
})

test('a past day without a run says that none was kept', async ({ page }) => {
  const none = { TSO: 1, Instance_Today: null, Instance_Tomorrow: null, Final_Value: null }
  await page.route('**/energia/tab-2', (route) => route.fulfill({ json: { de: { '00:00': none } } }))
  await page.goto('/model?day=2026-01-15')
  await expect(page.getByText('No forecast run is stored for this day.')).toBeVisible()
  await expect(page.getByText(/yet/)).toBeHidden()
})

test('a country that the map has not leads to a graph of the dashboard', async ({ page }) => {
  await page.goto('/model?country=fr')
  await expect(page.getByText('France is not on the map.')).toBeVisible()
  await page.getByRole('link', { name: 'Open a graph of France' }).click()
  await expect(page.getByRole('heading', { name: /Residual Load, France/ })).toBeVisible()
  await page.goto('/model?country=xx')
  await expect(page.getByText('The map has no country XX.')).toBeVisible()
})

test('a failed run to compare with can be loaded again, glance and map', async ({ page, watch }) => {
  watch.expected.push(/status of 503/)
  const isPrevious = (url: URL) => url.searchParams.get('run') === 'previous'
  for (const path of ['/model?glance=against-previous', '/model?metric=against-previous']) {
    await page.route(isPrevious, (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto(path)
    const failure = page.getByText('The forecast to compare with could not be loaded.')
    await expect(failure).toBeVisible()
    await page.unroute(isPrevious)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(failure).toBeHidden()
    await expect(page.getByText(/^(Compared with the|There is no earlier run)/).first()).toBeVisible()
  }
})
