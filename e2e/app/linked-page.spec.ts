import type { Page } from '@playwright/test'

import { PASSWORD, USERNAME, expect, test } from '#e2e/testing/test.ts'

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/home')
}

test('a dashboard opened without a session is offered after the sign-in, with its whole address', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await signIn(page)
  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  await page.getByRole('button', { name: 'Add Graph' }).click()
  await expect(page).toHaveURL(/\/dashboard\?.+/)
  const link = page.url()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')

  await page.goto(link)
  await expect(page).toHaveURL('/')
  await page.reload()
  await signIn(page)
  await expect(page.getByText('You opened a link to a dashboard before you signed in.')).toBeVisible()
  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  await expect(page).toHaveURL(link)
})

test('a link to the model page is offered beside the usual dashboard', async ({ page }) => {
  await page.goto('/model?hour=7&country=de')
  await signIn(page)
  await expect(page.getByRole('link', { name: 'Open Dashboard' })).toHaveAttribute('href', '/dashboard')
  await page.getByRole('link', { name: 'Open the link' }).click()
  await expect(page).toHaveURL('/model?hour=7&country=de')
  await expect(page.getByText('Selected: 07:00')).toBeVisible()
})

test('after a sign-out nothing of the last user is offered', async ({ signedIn: page }) => {
  await page.goto('/model?country=de')
  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page)
  await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible()
  await expect(page.getByText(/You opened a link/)).toBeHidden()
})
