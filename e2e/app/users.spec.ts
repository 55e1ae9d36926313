import type { Page } from '@playwright/test'

import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

async function signInAs(page: Page, name: string, password: string) {
  await page.goto('/')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}

inBothWays(() => {
  test('an admin adds a user, gives a new password and disables the user', async ({
    signedIn: page,
    hand,
    browser,
    watch,
  }, { testId, retry }) => {
    // The name that is taken.
    watch.expected.push(/409/)
    const name = `joe ${retry} ${testId}`
    await page.goto('/home')
    await hand.press(page.getByRole('button', { name: 'Your account' }))
    await hand.take(page.getByRole('menuitem', { name: 'Users' }))
    await expect(page).toHaveURL(/\/users$/)
    const row = page.getByRole('listitem').filter({ hasText: name })
    const secret = page.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
    const add = async () => {
      await page.getByLabel('Name of a new user').fill(name)
      await hand.press(page.getByRole('button', { name: 'Add user' }))
    }
    await add()
    const first = await secret.innerText()
    await expect(row).toContainText('Analyst')
    await expect(row).toContainText('Never signed in')
    await add()
    await expect(page.getByRole('alert')).toHaveText('There is already a user with this name.')

    const other = await browser.newPage()
    await signInAs(other, name, first)
    await expect(other).toHaveURL(/\/home$/)
    await other.getByRole('button', { name: 'Your account' }).click()
    await expect(other.getByRole('menuitem', { name: 'Change password' })).toBeVisible()
    await expect(other.getByRole('menuitem', { name: 'Users' })).toBeHidden()
    await other.goto('/users')
    await expect(other.getByText('Only an admin can manage users.')).toBeVisible()
    await other.goto('/account')
    await other.getByLabel('Name of a new key').fill('Notebook')
    await other.keyboard.press('Enter')
    await expect(other.getByText(/^em_/)).toBeVisible()

    await page.reload()
    await expect(row).toContainText(/Last sign-in .* · added .*· 1 key/)
    await hand.press(row.getByRole('button', { name: `New password ${name}` }))
    await hand.press(row.getByRole('switch', { name: 'Also remove the key' }))
    await hand.expectAccessible()
    await hand.press(row.getByRole('button', { name: 'New password', exact: true }))
    await expect(secret).toBeVisible()
    await expect(row).toContainText('no keys')
    await other.reload()
    await expect(other).toHaveURL(/\/$/)
    await signInAs(other, name, first)
    await expect(other.getByText('Invalid username or password.')).toBeVisible()
    await signInAs(other, name, await secret.innerText())
    await expect(other).toHaveURL(/\/home$/)

    await hand.press(row.getByRole('button', { name: `Disable ${name}` }))
    await hand.press(row.getByRole('button', { name: 'Disable', exact: true }))
    await expect(row).toContainText('disabled')
    await other.reload()
    await expect(other).toHaveURL(/\/$/)
    await other.close()
  })
})

test('the last admin keeps the role and stays, also on a narrow screen', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/users')
  const row = page.getByRole('listitem').filter({ hasText: 'analyst (you)' })
  await expect(row).toContainText('The last admin stays.')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})
