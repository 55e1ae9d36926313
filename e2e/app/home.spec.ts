import { expectAccessible } from '#e2e/testing/axe.ts'
import { hideOwnBackend } from '#e2e/testing/foreign-backend.ts'
import { expect, test } from '#e2e/testing/test.ts'

test('the home page shows tomorrow and leads to the pages that show more', async ({ signedIn: page }) => {
  await page.goto('/home')
  await expect(page.getByText(/^Lowest residual load/)).toBeVisible()
  await expect(page.getByText(/at \d\d:00, 13 countries together/)).toBeVisible()
  await expect(page.getByText(/in 3 hours, \d\d:00 to \d\d:00/)).toBeVisible()
  await expectAccessible(page)
  const hour = /at (\d\d:00)/.exec((await page.getByText(/at \d\d:00, 13/).textContent()) ?? '')?.[1]
  await page.getByRole('link', { name: 'Show on the map' }).first().click()
  await expect(page.getByText(`Selected: ${hour}`)).toBeVisible()
})

test('a failed figure says so and can be loaded again', async ({ signedIn: page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  await page.route('**/energia/tab-2', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/home')
  await expect(page.getByText('This figure could not be loaded.')).toHaveCount(2)
  await page.unroute('**/energia/tab-2')
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await expect(page.getByRole('heading', { name: /^Lowest residual load/ })).toBeFocused()
  await expect(page.getByText(/13 countries together/).first()).toBeVisible()
})

test('a foreign backend is not asked for figures, and the page stays as specified', async ({
  signedIn: page,
}) => {
  await hideOwnBackend(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible()
  await expect(page.getByText(/^Lowest residual load/)).toBeHidden()
  expect(asked).not.toContain('/energia/tab-2')
  expect(asked).not.toContain('/energia/accuracy')
})
