import { DASHBOARDS_PATH } from '#contract/dashboards.ts'
import { card, chart, runButton, titles } from '#e2e/testing/cards.ts'
import { expect, signIn, test } from '#e2e/testing/test.ts'

test.describe('without a session', () => {
  test.use({ isSignedIn: false })

  test('a protected page goes to the sign-in page, replacing history @§2-2,3,4,6 @§6-2', async ({ page }) => {
    for (const path of ['/home', '/dashboard', '/model']) {
      await page.goto('about:blank')
      await page.goto(path)
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('about:blank')
    }
  })

  test('nothing protected is shown before the check @§2-6', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      new MutationObserver(() => seen.push(document.body?.innerText ?? '')).observe(document, {
        childList: true,
        subtree: true,
      })
    })
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    const seen: unknown = await page.evaluate(() => Reflect.get(window, 'seen'))
    expect(JSON.stringify(seen)).toContain('Welcome Back')
    expect(JSON.stringify(seen)).not.toMatch(/Metrics Dashboard|Logout|Add Graph/)
  })

  test('a session that has ended is cleared and the sign-in page shown @§4.1-1 @§6-2', async ({ page }) => {
    await page.addInitScript(() => {
      window.localStorage.setItem('authToken', 'a.b.c')
      window.localStorage.setItem('authTokenExpiry', String(Date.now() - 1))
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    const stored = await page.evaluate(() =>
      Object.keys(window.localStorage).filter((key) => key.startsWith('auth')),
    )
    expect(stored).toEqual([])
  })
})

test('the sign-in page redirects a signed-in user to home, replacing history @§2-1', async ({ page }) => {
  await page.goto('about:blank')
  await page.goto('/')
  await expect(page).toHaveURL('/home')
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('Logout clears all but theme and zone, in every tab @§2.6-2,4 @§4.1-3', async ({ page, context }) => {
  const start = { id: '3f0c1a52-6f0e-4f6a-9d4e-0d1c6a0f2b11', name: 'Wind', isStart: true }
  await page.route(`**${DASHBOARDS_PATH}`, (route) => route.fulfill({ json: { dashboards: [start] } }))
  await page.goto('/dashboard?v=1&g=DE,wind,H,-6d,0d,run')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: /Time zone/ }).click()
  await page.getByRole('menuitem', { name: 'UTC' }).click()
  await expect(page.getByRole('button', { name: 'Time zone: UTC' })).toBeVisible()
  await page.getByRole('button', { name: 'Files and link of graph 1' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Decimal commas in CSV' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByText('Use shortcuts outside charts').click()
  await page.keyboard.press('Escape')
  const keys = () => page.evaluate(() => Object.keys(window.localStorage).toSorted())
  expect(await keys()).toEqual([
    'authToken',
    'authTokenExpiry',
    'decimalCommas',
    'hasStartDashboard',
    'shortcutsOff',
    'theme',
    'timeZone',
  ])
  const other = await context.newPage()
  await other.goto('/home')
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/')
  await expect(page).toHaveURL('/')
  expect(await keys()).toEqual(['theme', 'timeZone'])
})

test('a session that expires ends at the next query with a message @§7.4-3 @§8-6', async ({ page }) => {
  await page.goto('/dashboard')
  // At once, because an automatic call of the page would end the session too.
  await page.getByRole('button', { name: 'Run Query' }).evaluate((button: HTMLElement) => {
    window.localStorage.setItem('authTokenExpiry', String(Date.now() - 1))
    button.click()
  })
  await expect(page).toHaveURL('/')
  const message = page.getByText('Session expired. Redirecting to login...', { exact: true })
  await expect(message).toBeVisible()
  expect(await page.evaluate(() => window.localStorage.getItem('authToken'))).toBeNull()

  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter both username and password.')).toBeVisible()
  await expect(message).toHaveCount(0)
})

test('a 401 ends the session with one message for many calls @§8-7', async ({ page, watch }) => {
  watch.expected.push(/401 \(Unauthorized\)/)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add Graph' }).click()
  const buttons = page.getByRole('button', { name: 'Run Query' })
  await expect(buttons).toHaveCount(2)
  // At once, because an automatic call of the page would end the session too.
  await buttons.evaluateAll((all) => {
    window.localStorage.setItem('authToken', 'not.a.token')
    for (const button of all) if (button instanceof HTMLElement) button.click()
  })
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Unauthorized. Redirecting to login...', { exact: true })).toHaveCount(1)
  expect(await page.evaluate(() => window.localStorage.getItem('authToken'))).toBeNull()
})

test('Logout, 401 and expiry leave the not-found page @§2.6-4 @§8-6,7', async ({ page, session, watch }) => {
  watch.expected.push(/401 \(Unauthorized\)/)
  await page.clock.install()
  const store = (token: string, expiry: string) =>
    page.evaluate(
      (values) => {
        window.localStorage.setItem('authToken', values[0] ?? '')
        window.localStorage.setItem('authTokenExpiry', values[1] ?? '')
      },
      [token, expiry],
    )
  const ways = [
    { leave: () => page.getByRole('button', { name: 'Logout' }).click(), message: null },
    {
      leave: () => store('not.a.token', session.authTokenExpiry),
      message: 'Unauthorized. Redirecting to login...',
    },
    { leave: () => store(session.authToken, '1'), message: 'Session expired. Redirecting to login...' },
  ]
  for (const { leave, message } of ways) {
    await page.goto('/nothing')
    await store(session.authToken, session.authTokenExpiry)
    await page.reload()
    await expect(page.getByText('404')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    await leave()
    // The page requests the status once a minute.
    await page.clock.runFor(61_000)
    await expect(page).toHaveURL('/')
    if (message === null) await expect(page.getByText('Redirecting')).toBeHidden()
    else await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
  // The page is visible without a session, like any unknown address.
  await page.goto('/nothing')
  await expect(page.getByText('404')).toBeVisible()
})

test('after an expiry the next user of the tab begins with nothing of the last one', async ({ page }) => {
  await page.goto('/dashboard?v=1&g=DE,wind,H,-6d,0d,run&g=FR,solar,H,-6d,0d')
  await expect(chart(page)).toBeVisible()
  await runButton(page, 2).evaluate((button: HTMLElement) => {
    window.localStorage.setItem('authTokenExpiry', '1')
    button.click()
  })
  await signIn(page)
  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(titles(page)).toHaveCount(1)
  await expect(card(page).getByText('Nothing to show yet')).toBeVisible()
})
