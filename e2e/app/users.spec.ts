import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { expect, moveClock, signIn, test } from '#e2e/testing/test.ts'

test('an admin adds a user, gives a new password and disables the user', async ({ page, browser, watch }, {
  testId,
  retry,
}) => {
  // The name that is taken.
  watch.expected.push(/409/)
  const name = `joe ${retry} ${testId}`
  await page.goto('/home')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Users' }).click()
  await expect(page).toHaveURL(/\/users$/)
  const row = page.getByRole('listitem').filter({ hasText: name })
  const secret = page.getByText(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const add = async () => {
    await page.getByLabel('Name of a new user').fill(name)
    await page.getByRole('button', { name: 'Add user' }).click()
  }
  await add()
  const first = await secret.innerText()
  await expect(row).toContainText('Analyst')
  await expect(row).toContainText('Never signed in')
  await add()
  await expect(page.getByRole('alert')).toHaveText('There is already a user with this name.')

  const other = await browser.newPage()
  await moveClock(other.context())
  await other.goto('/')
  await signIn(other, name, first)
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
  await row.getByRole('button', { name: `New password ${name}` }).click()
  const removesKeys = row.getByRole('switch', { name: 'Also remove the key' })
  await row.getByText('Also remove the key').click()
  await expect(removesKeys).toBeChecked()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.getByRole('button', { name: `New password ${name}` }).click()
  await expect(removesKeys).not.toBeChecked()
  await row.getByText('Also remove the key').click()
  await expectAccessible(page)
  await row.getByRole('button', { name: 'New password', exact: true }).click()
  await expect(secret).toBeVisible()
  await expect(row).toContainText('no keys')
  await other.reload()
  await expect(other).toHaveURL(/\/$/)
  await signIn(other, name, first)
  await expect(other.getByText('Invalid username or password.')).toBeVisible()
  await signIn(other, name, await secret.innerText())
  await expect(other).toHaveURL(/\/home$/)

  await row.getByRole('button', { name: `Disable ${name}` }).click()
  await row.getByRole('button', { name: 'Disable', exact: true }).click()
  await expect(row).toContainText('disabled')
  await other.reload()
  await expect(other).toHaveURL(/\/$/)
  await other.close()

  await page.setViewportSize({ width: 320, height: 700 })
  const own = page.getByRole('listitem').filter({ hasText: 'analyst (you)' })
  await expect(own).toContainText('The last admin cannot be changed.')
  await expect(own.getByRole('button')).toHaveCount(0)
  await expectNoSidewaysScroll(page)
})
