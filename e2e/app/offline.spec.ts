import { answerHours, card, chart, QUERY, runButton, runQuery, titles } from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

inBothWays(() => {
  test('Run Query while offline fails, and the previous chart can be shown again', async ({
    signedIn: page,
    hand,
    context,
    watch,
  }) => {
    watch.expected.push(/ERR_INTERNET_DISCONNECTED/)
    await page.route(QUERY, answerHours)
    await page.goto('/dashboard')
    await runQuery(page, hand)
    await page.unroute(QUERY)
    await context.setOffline(true)
    await hand.press(runButton(page))
    await expect(card(page).getByText('Whoops, something went wrong')).toBeVisible()
    await expect(card(page).getByText('Error: The server cannot be reached.')).toBeVisible()
    await expect(chart(page)).toHaveCount(0)
    await expect(card(page).getByRole('button', { name: 'Try again' })).toBeVisible()
    await hand.expectAccessible()
    await hand.press(card(page).getByRole('button', { name: 'Show the previous chart' }))
    await expect(chart(page).locator('canvas')).toBeVisible()
    await expect(card(page).getByText('Error:')).toBeHidden()
    await expect(titles(page).first()).toBeFocused()
    await context.setOffline(false)
  })
})

test('a graph that failed offline is drawn by itself when the network is back', async ({
  signedIn: page,
  context,
  watch,
}) => {
  watch.expected.push(/ERR_INTERNET_DISCONNECTED/)
  await page.goto('/dashboard')
  await expect(runButton(page)).toBeVisible()
  await context.setOffline(true)
  await runButton(page).click()
  await expect(card(page).getByText('Error: The server cannot be reached.')).toBeVisible()
  await expect(page.getByText('You are offline. Queries need a connection.')).toBeVisible()
  await context.setOffline(false)
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(page.getByText('You are offline')).toBeHidden()
})

test('while the server is away one banner says so, and what failed comes by itself when it is back', async ({
  signedIn: page,
  watch,
}) => {
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
  await expect(page.getByText(/^The market at a glance could not be loaded\..* \(502\)/)).toBeVisible()
  await expect(banners).toHaveCount(1)
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(page.getByText('Whoops something went wrong')).toBeVisible()
  await expect(away).toBeHidden()
  await expect(banners).toHaveCount(1)
  await page.unroute(calls)
  await page.clock.runFor(16_000)
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
  await expect(banners).toHaveCount(0)
})

test('a clock that is wrong is told', async ({ signedIn: page }) => {
  await page.addInitScript(() => window.localStorage.setItem('authTokenExpiry', '9999999999999'))
  await page.clock.install({ time: Date.now() + 5 * 60_000 })
  await page.goto('/home')
  await expect(page.getByText(/^The clock of this computer is 5 minutes ahead of the server’s/)).toBeVisible()
})
