import { expectAccessible } from '#e2e/testing/axe.ts'
import { card, chart, runButton, titles } from '#e2e/testing/cards.ts'
import { answerHours, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { expectWholeMap } from '#e2e/testing/model.ts'
import { expect, test } from '#e2e/testing/test.ts'

test('a page whose script is missing offline names the one cause once', async ({ page, context, watch }) => {
  watch.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically/)
  await page.route('**/assets/users-page-*.js', (route) => route.abort('internetdisconnected'))
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Welcome back!' })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await context.setOffline(true)
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: /^You are offline\. This page loads/ })).toBeVisible()
  await expect(page.getByText('You are offline').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByText('has an error')).toHaveCount(0)
  await context.setOffline(false)
})

test('a query fails offline and waits; the last chart can be shown', async ({ page, context, watch }) => {
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/)
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(chart(page).locator('canvas')).toBeVisible()
  await page.unroute(QUERY)
  await context.setOffline(true)
  await runButton(page).click()
  await expect(page.getByText('You are offline. Queries need a connection.')).toBeVisible()
  await expect(card(page).getByText('Whoops, something went wrong')).toBeVisible()
  const failure = card(page).getByText('Error: The server cannot be reached.')
  await expect(failure).toBeVisible()
  await expect(chart(page)).toHaveCount(0)
  await expect(card(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectAccessible(page)
  await card(page).getByRole('button', { name: 'Show the previous chart' }).click()
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(failure).toBeHidden()
  await expect(titles(page).first()).toBeFocused()

  await runButton(page).click()
  await expect(failure).toBeVisible()
  const queries = queriesOf(page)
  await context.setOffline(false)
  await expect(page.getByText('You are offline')).toBeHidden()
  await expect(failure).toBeVisible()
  expect(queries).toEqual([])
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(chart(page).locator('canvas')).toBeVisible()
  expect(queries).toHaveLength(1)
})

test('one banner says that the server is away; what failed comes by itself', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/, /API error: 502/)
  const away = page.getByText(/^The server does not answer/)
  const banners = page
    .getByRole('main')
    .locator(':is([data-tone=danger], [data-tone=caution])')
    .filter({ visible: true })
  const calls = '**/energia/*'
  await page.clock.install()
  await page.route(calls, (route) => route.fulfill({ status: 502, body: '' }))
  await page.goto('/home')
  await expect(away).toBeVisible()
  await expect(page.getByText(/^The briefing could not be loaded\..* \(502\)/)).toBeVisible()
  await expect(banners).toHaveCount(1)
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page.getByText('Whoops something went wrong')).toBeVisible()
  await expect(away).toBeHidden()
  await expect(banners).toHaveCount(1)
  await page.unroute(calls)
  await page.clock.runFor(16_000)
  await expectWholeMap(page)
  await expect(banners).toHaveCount(0)
})

test('a clock that is wrong is told', async ({ page }) => {
  await page.addInitScript(() => window.localStorage.setItem('authTokenExpiry', '9999999999999'))
  await page.clock.install({ time: Date.now() + 5 * 60_000 })
  await page.goto('/home')
  await expect(page.getByText(/^The clock of this computer is 5 minutes ahead of the server’s/)).toBeVisible()
})
