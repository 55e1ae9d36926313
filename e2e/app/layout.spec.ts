import { PRODUCT_VERSION } from '#contract/product.ts'
import { OWN_USER_PATH } from '#contract/users.ts'
import { STATUS } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

test.use({ reducedMotion: 'no-preference' })

test('the home page welcomes, links to the dashboard and gives tips @§1-4 @§2.2-1,2,3', async ({ page }) => {
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Welcome back!', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(page.getByText('Quick Start')).toBeVisible()
  for (const tip of [/create a graph/i, /country and energy type/i, /click run query/i]) {
    await expect(page.getByText(tip)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
})

test('the header shows product, destinations, theme and Logout @§1-1 @§2-6 @§2.6-1,2', async ({ page }) => {
  await page.goto('/home')
  const header = page.getByRole('banner')
  await expect(header.getByText('Energy Metrics', { exact: true })).toBeVisible()
  for (const [name, path] of Object.entries({ Dashboard: /\/dashboard/, Model: /\/model/, Home: /\/home/ })) {
    await header.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(header.locator('[aria-current="page"]')).toHaveCount(1)
  }
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('the footer reads year and product, and links to the weather @§2.6-1 @§9-7', async ({ page }) => {
  const weatherCredit = { text: 'Weather data by Open-Meteo.com', url: 'https://open-meteo.com/' }
  await page.route('**/settings.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), weatherCredit } })
  })
  await page.goto('/home')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText('© 2025 Energy Metrics')
  await expect(page.getByTitle(`Version ${PRODUCT_VERSION}`)).toHaveText('© 2025 Energy Metrics')
  await expect(footer.getByRole('link', { name: weatherCredit.text })).toHaveAttribute(
    'href',
    weatherCredit.url,
  )
})

test('the footer stays while a part of the page is loading', async ({ page }) => {
  await page.route('**/api/v1/briefing*', () => {})
  await page.goto('/home')
  await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test('an unknown route shows the not-found page in the layout @§2-5,6 @§2.7-1 @§8-12', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByText('404')).toBeVisible()
  await expect(
    page.getByText("Oops! The page you're looking for doesn't exist.", { exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL('/home')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'light' })

  test('a menu 16rem wide has theme and Logout @§1-1 @§2.6-3 @§4.6-1 @§4.7-1 @§9-7', async ({ page }) => {
    await page.goto('/home')
    const header = page.getByRole('banner')
    const button = header.getByRole('button', { name: /menu/i })
    await expect(header.getByText('EM', { exact: true })).toBeVisible()
    await button.click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByText('Navigation')).toBeVisible()
    await expect(menu.getByText('Settings')).toBeVisible()
    await expect(menu.getByText('Theme')).toBeVisible()
    await expect(menu.getByRole('link')).toHaveText(['Home', 'Dashboard'])
    await expect(menu.getByRole('button', { name: 'Time zone: Europe/Berlin' })).toBeVisible()
    await expect.poll(() => menu.boundingBox()).toMatchObject({ x: 390 - 256, width: 256 })
    for (const theme of ['dark', 'light']) {
      await menu.getByRole('button', { name: /theme/i }).click()
      await expect(page.locator('html.dark')).toHaveCount(theme === 'dark' ? 1 : 0)
      expect(await page.evaluate(() => window.localStorage.getItem('theme'))).toBe(theme)
    }
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()

    await button.click()
    await menu.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard/)
    await expect(menu).toBeHidden()
    await button.click()
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('every page says that the source delivers nothing, and why', async ({ page }) => {
  const outage = {
    message: 'ENTSO-E refuses the token (401).',
    sinceUtc: '2026-11-20T10:00:00Z',
    tries: 2,
    nextTryUtc: '2026-11-20T10:02:00Z',
  }
  const words =
    'No new values arrive: ENTSO-E refuses the token (401). Since Nov 20, 2026, 11:00, tried 2 times; the next try is at Nov 20, 2026, 11:02.'
  const weatherProblem = 'Open-Meteo has sent no weather data yet.'
  await page.route('**/energia/status', (route) =>
    route.fulfill({ json: { ...STATUS, outage, weatherProblem } }),
  )
  for (const path of ['/home', '/dashboard', '/model']) {
    await page.goto(path)
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: weatherProblem })).toBeVisible()
  }
})

test('an admin, and no analyst, is told that the forecast dropped an upload', async ({ page }) => {
  const weatherProblem = 'Open-Meteo has sent no weather data yet.'
  const rewrittenUploads = [{ label: 'Vendor · ann', sinceUtc: '2026-11-20T10:00:00Z' }]
  await page.route('**/energia/status', (route) =>
    route.fulfill({ json: { ...STATUS, weatherProblem, rewrittenUploads } }),
  )
  const notice = page.getByText(
    'Our final forecast stopped using Vendor · ann, because its owner changed past values on Nov 20, 2026, 11:00. You can let it again under Keys and alerts.',
  )
  await page.goto('/home')
  await expect(notice).toBeVisible()
  await page.route(`**${OWN_USER_PATH}`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), role: 'analyst' } })
  })
  await page.reload()
  await expect(page.getByText(weatherProblem)).toBeVisible()
  await expect(notice).toBeHidden()
})

test('system is the default theme; a choice is kept @§1-6 @§2.6-2 @§4.6-1 @§9-4', async ({ page }) => {
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'))
  const kept = () => page.evaluate(() => window.localStorage.getItem('theme'))
  const toggle = page.getByRole('banner').getByRole('button', { name: /theme/i })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/home')
  expect(await isDark()).toBe(true)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(isDark).toBe(false)

  await toggle.click()
  expect(await isDark()).toBe(true)
  expect(await kept()).toBe('dark')
  await page.reload()
  expect(await isDark()).toBe(true)
  await toggle.click()
  expect(await kept()).toBe('light')
  expect(await isDark()).toBe(false)
})
