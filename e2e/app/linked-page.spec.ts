import { SOON, expect, signIn, test } from '#e2e/testing/test.ts'

test('a link is offered after the sign-in, and nothing of the last user', async ({ page }) => {
  const notice = page.getByText('You opened a link before you signed in.')
  const openDashboard = page.getByRole('link', { name: 'Open Dashboard' })
  const logout = page.getByRole('button', { name: 'Logout' })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await expect(page).toHaveURL(/\/dashboard\?.+/)
  const link = page.url()
  await logout.click()
  await signIn(page)
  await expect(openDashboard).toBeVisible()
  await expect(page.getByText(/You opened a link|The last session ended/)).toBeHidden()
  await logout.click()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await expect(page).toHaveURL('/')
  await page.reload()
  await signIn(page)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect(openDashboard).toHaveAttribute('href', '/dashboard')
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expect(page).toHaveURL(link)
  await logout.click()

  await page.goto('/account?area%253DFR%2526measure%253Dwind%2526above%253D12000')
  await signIn(page)
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expect(page).toHaveURL('/account?area=FR&measure=wind&above=12000')
  await logout.click()

  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/model?hour=7&country=de')
  await signIn(page)
  await expect(notice).toBeVisible()
  for (const card of ['Go to Dashboard', 'Quick Start'])
    await expect(page.getByRole('region', { name: card })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expect(page).toHaveURL('/model?hour=7&country=de')
  await expect(page.getByText('Selected: 07:00')).toBeVisible()
})

test('what was open when the session ended can be opened again', async ({ page }) => {
  for (const { path, address, act, words } of [
    {
      path: '/dashboard?v=1&g=DE,wind,H,-6d,0d',
      address: /\/dashboard\?.*g=DE,wind/,
      act: /^Run Query/,
      words: 'The last session ended while this dashboard was open.',
    },
    {
      path: '/model?hour=7',
      address: /\/model\?.*hour=7/,
      act: /^Germany/,
      words: 'The last session ended while the model page was open.',
    },
  ]) {
    await page.goto(path)
    const button = page.getByRole('button', { name: act })
    await expect(button).toBeEnabled()
    // At once, because an automatic call of the page would end the session too.
    await button.evaluate((element: HTMLElement) => {
      window.localStorage.setItem('authTokenExpiry', String(Date.now() - 1))
      element.click()
    })
    await expect(page.getByText('Session expired. Redirecting to login...')).toBeVisible()
    await signIn(page)
    await expect(page.getByText(words)).toBeVisible()
    await page.getByRole('link', { name: 'Open it again' }).click()
    await expect(page).toHaveURL(address)
  }
})

test('a page that was on its way when the session ended was not open', async ({ page }) => {
  await page.goto('/home')
  // A call of Home without a token would end the session there.
  await expect(page.getByText(/^Lowest /).first()).toBeVisible(SOON)
  await page.waitForLoadState('networkidle')
  await page.getByRole('link', { name: 'Open Dashboard' }).evaluate((link: HTMLElement) => {
    window.localStorage.setItem('authTokenExpiry', String(Date.now() - 1))
    link.click()
  })
  await expect(page.getByText('Session expired. Redirecting to login...')).toBeVisible()
  await signIn(page)
  await expect(page.getByText('You opened a link before you signed in.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expect(page).toHaveURL('/dashboard')
})
