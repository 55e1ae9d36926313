import { expectAccessible } from '#e2e/testing/axe.ts'
import { expect, SOON, test } from '#e2e/testing/test.ts'

test('the accuracy and the previous delivery day are those of stored runs', async ({ page }) => {
  await page.goto('/model?country=de')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(page.getByText(/^Mean error of the last \d+ days: [\d,]+ MW/)).toBeVisible(SOON)
  await page.getByText('Worst days', { exact: true }).click()
  await expect(page.getByRole('table', { name: /errors of the final forecast by day/ })).toBeVisible()
  await expectAccessible(page)

  const [request] = await Promise.all([
    page.waitForRequest('**/energia/tab-2'),
    page.getByRole('button', { name: 'Previous delivery day' }).click(),
  ])
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(
    new Date(),
  )
  expect(request.postDataJSON().time[1]).toBe(`${today} 00:00`)
  await expect(page).toHaveURL(new RegExp(`day=${today}`))
  await expect(page.getByText(/run of|replayed/i).first()).toBeVisible()
})
