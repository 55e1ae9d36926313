import { expectAccessible } from '#e2e/testing/axe.ts'
import { expect, test } from '#e2e/testing/test.ts'

test('the metric changes the map, its legend names operands and unit, and the address keeps it', async ({
  signedIn: page,
}) => {
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
  await expect(page.getByText('Final value = load − solar − wind, MW')).toBeVisible()
  const before = await page.locator('.leaflet-tooltip').allTextContents()
  const metric = page.getByRole('button', { name: /Map shows$/ })
  await metric.click()
  await page.getByRole('option', { name: 'Against TSO' }).click()
  await expect(page).toHaveURL(/metric=/)
  await expect(page.getByText(/Final.* − TSO.*MW/)).toBeVisible()
  await expect.poll(() => page.locator('.leaflet-tooltip').allTextContents()).not.toEqual(before)
  await page.reload()
  await expect(metric).toHaveAccessibleName(/^Against TSO/)
  await expectAccessible(page)
})

test('the accuracy of the chosen country is shown from stored runs', async ({ signedIn: page }) => {
  await page.goto('/model?country=de')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  const panel = page.getByRole('heading', { name: /accuracy|28 days/i })
  await expect(panel.first()).toBeVisible()
  for (const forecast of [/TSO/, /Model/, /Final/]) {
    await expect(page.getByRole('rowheader', { name: forecast }).first()).toBeVisible()
  }
  await expectAccessible(page)
})

test('hour, country and metric come back from the address', async ({ signedIn: page }) => {
  await page.goto('/model?hour=17&country=pl&metric=tso')
  await expect(page.getByText('Selected: 17:00')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Data for: Poland' })).toBeVisible()
})

test('the previous delivery day is requested, shown with its run, and kept in the address', async ({
  signedIn: page,
}) => {
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
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
