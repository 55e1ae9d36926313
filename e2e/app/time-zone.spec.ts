import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { card, chart, runButton, runQuery, titles, downloadText } from '#e2e/testing/cards.ts'
import { answerHours, asked, QUERY } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { openMap } from '#e2e/testing/model.ts'
import { expect, moveClock, SOON } from '#e2e/testing/test.ts'

test('queries, pages and files follow the zone chosen in the header', async ({ page, hand, context }) => {
  // The page keeps the real clock: Playwright's `Date` cannot be subclassed correctly.
  await page.goto('/dashboard')
  await hand.press(page.getByRole('button', { name: 'Time zone: Europe/Berlin' }))
  await hand.take(page.getByRole('menuitem', { name: 'UTC' }))
  await expect(page).toHaveURL(/\/dashboard\?tz=UTC$/)
  const [request] = await Promise.all([page.waitForRequest(QUERY), hand.press(runButton(page))])
  expect(asked(request).time).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d 00:00$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\d 23:59$/),
  ])
  const firstDay = asked(request).time[0].slice(0, 10)
  expect(request.headers()['x-time-zone']).toBe('UTC')
  await expect(chart(page).locator('canvas')).toBeVisible()
  await expect(
    card(page)
      .getByText(/^Residual Load, .*, \d{4}\s· UTC/)
      .first(),
  ).toBeVisible()
  await expect(page).toHaveURL(
    new RegExp(`\\?v=1&g=CWE,residual,D,${firstDay}T00:00,[-\\d]+T23:59,run&tz=UTC$`),
  )
  const [head = '', first = ''] = (await downloadText(page, hand, 'Download CSV')).split('\r\n')
  expect(head).toContain('time_local (UTC)')
  expect(first).toContain(`${firstDay}T00:00:00Z,${firstDay} 00:00`)

  // The choice is stored and applies to other pages.
  await hand.press(page.getByRole('link', { name: 'Model', exact: true }))
  await expect(page).toHaveURL(/\/model\?tz=UTC$/)
  await expect(page.getByText(/UTC/).first()).toBeVisible()
  await page.goto('/home')
  await expect(page.getByRole('button', { name: 'Time zone: UTC' })).toBeVisible()

  // An address has priority and does not change the stored choice.
  const other = await context.newPage()
  await other.setViewportSize({ width: 390, height: 844 })
  await other.goto('/dashboard?tz=Europe/Brussels')
  await other.getByRole('button', { name: 'Open menu' }).click()
  await expect(other.getByRole('button', { name: 'Time zone: Europe/Brussels' })).toBeVisible()
  await other.keyboard.press('Escape')
  await runQuery(other, hand)
  await expect(card(other).getByTitle(/Europe\/Brussels, CES?T/)).toBeVisible()
  await expectNoSidewaysScroll(other)
  await other.close()
  await page.reload()
  await hand.press(page.getByRole('button', { name: 'Time zone: UTC' }))
  await hand.take(page.getByRole('menuitem', { name: /^Browser/ }))
  await expect(page.getByRole('button', { name: 'Time zone: Europe/Berlin' })).toBeVisible()
})

test.describe('in Auckland', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('a view of the market has its days, and every other page those of the user', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('link', { name: /^Lowest / }).click(SOON)
    await expect(page.getByRole('button', { name: 'Time zone: Europe/Brussels' })).toBeVisible()
    await expect(page).toHaveURL(/\/model\?.*tz=Europe\/Brussels/)
    for (const [name, path] of Object.entries({ Model: '/model', Dashboard: '/dashboard', Home: '/home' })) {
      await page.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('button', { name: 'Time zone: Pacific/Auckland' })).toBeVisible()
    }
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    const [request] = await Promise.all([page.waitForRequest(QUERY), runButton(page).click()])
    expect(request.headers()['x-time-zone']).toBe('Pacific/Auckland')
    const day = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
    expect(asked(request).time[1]).toBe(`${day} 23:59`)
  })

  test('cards that came with a zone keep it while other pages are shown', async ({ page }) => {
    await page.route(QUERY, answerHours)
    await page.goto('/dashboard?v=1&g=DE,wind,H,-6d,0d,run&g=FR,solar,H,-6d,0d&tz=UTC')
    await expect(chart(page)).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect(titles(page)).toHaveCount(2)
    await expect(page.getByRole('button', { name: 'Time zone: UTC' })).toBeVisible()
  })
})

test('a zone that the server does not know gives way to UTC, which is said', async ({ page, watch }) => {
  watch.expected.push(/400 \(Bad Request\)/)
  await page.route(/\/energia\/(common-query|tab-2)/, async (route) => {
    const zone = route.request().headers()['x-time-zone']
    const refusal = { status: 400, headers: { 'x-refusal': 'unknown-zone' }, json: { error: 'Unknown.' } }
    await (zone === 'Europe/Berlin' ? route.fulfill(refusal) : route.continue())
  })
  await page.goto('/dashboard?v=1&g=DE,wind,H,-6d,0d,run')
  await expect(chart(page)).toBeVisible()
  const said = page.getByText(/^The server does not know the time zone Europe\/Berlin, so times are in UTC\./)
  await expect(said).toBeVisible()
  await openMap(page)
  await expect(said).toHaveCount(1)
})

test('without a zone a browser shows UTC and says so', async ({ playwright, baseURL, session }, {
  project,
}) => {
  const { args = [], executablePath } = project.use.launchOptions ?? {}
  const browser = await playwright.chromium.launch({
    args,
    ...(executablePath && { executablePath }),
    env: { ...process.env, TZ: 'Foo/Bar' },
  })
  const page = await browser.newPage({ baseURL: baseURL ?? '', timezoneId: '' })
  await moveClock(page.context())
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  await page.addInitScript((stored) => {
    window.localStorage.setItem('authToken', stored.authToken)
    window.localStorage.setItem('authTokenExpiry', stored.authTokenExpiry)
  }, session)
  const said = page.getByText('This browser does not say which time zone it is in, so times are in UTC.')
  const answer = page.waitForResponse(QUERY)
  await page.goto('/dashboard?v=1&g=DE,residual,H,-6d,0d,run')
  expect((await answer).status()).toBe(200)
  await expect(chart(page)).toBeVisible()
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: /^Date range/ }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  for (const path of ['/model', '/home', '/data', '/account']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(said).toHaveCount(1)
  }
  expect(await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Etc/Unknown')
  expect(problems).toEqual([])
  await browser.close()
})
