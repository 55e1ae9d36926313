import type { Page } from '@playwright/test'

import { COUNTRIES } from '#contract/countries.ts'
import { expectAccessible } from '#e2e/testing/axe.ts'
import { saveFile, test } from '#e2e/testing/hand.ts'
import { expect, SOON } from '#e2e/testing/test.ts'

function panel(page: Page) {
  return page.getByRole('region', { name: 'Accuracy over time' })
}

test('accuracy over time says where our forecast is ahead, and by hour', async ({ page, hand }) => {
  await page.goto('/model')
  await expect(panel(page)).toBeHidden()
  await hand.open(page.getByRole('tab', { name: 'Accuracy' }))
  await expect(page).toHaveURL('/model?accuracy=28')
  const countries = panel(page).getByRole('table', { name: /^Mean absolute error of the residual load/ })
  await expect(countries.getByRole('rowheader')).toHaveCount(COUNTRIES.length)
  await expect(panel(page).getByText('Choose a country to see its accuracy by hour')).toBeVisible()
  await hand.choose(panel(page).getByRole('radio', { name: '7 days' }))
  await hand.choose(panel(page).getByRole('radio', { name: 'Early' }))
  await hand.press(countries.getByRole('button', { name: 'Country' }))
  await expect(countries.getByRole('columnheader', { name: 'Country' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await expect(countries.getByRole('rowheader').first()).toHaveText('Austria')
  await hand.press(countries.getByRole('button', { name: 'Germany' }))
  await expect(page).toHaveURL('/model?accuracy=7&scored=early&rank=name&country=de')
  await page.reload()
  await expect(countries.getByRole('button', { name: 'Germany' })).toHaveAttribute('aria-pressed', 'true')
  await hand.choose(panel(page).getByRole('radio', { name: 'Complete' }))
  await expect(page).toHaveURL(/scored=complete/)
  const hours = panel(page).getByRole('table', { name: /^Germany by hour of the day: complete runs/ })
  // A new server makes past runs after it has become ready.
  await expect(async () => {
    await page.reload()
    await expect(hours).toBeVisible({ timeout: 5000 })
  }).toPass(SOON)
  await hand.expectAccessible()
  // Tables beside each other start at one height.
  const tops = await panel(page)
    .getByRole('table')
    .evaluateAll((tables) => tables.map((table) => table.querySelector('tbody')?.getBoundingClientRect().top))
  expect(Math.abs((tops[1] ?? NaN) - (tops[0] ?? NaN))).toBeLessThan(1)
  const { name, lines } = await saveFile(page, hand, 'Options for the accuracy', 'Download CSV')
  expect(name).toMatch(/^accuracy_7-days_\d{4}-\d{2}-\d{2}\.csv$/)
  expect(lines[0]).toMatch(/^country,hour,runs,days,/)
  // Head, all countries, and the hours of Germany.
  expect(lines).toHaveLength(1 + COUNTRIES.length + 24)
})

test('the worst days of a country are shown on request', async ({ page }) => {
  await page.goto('/model?country=de')
  await expect(page.getByText(/^Mean error of the last \d+ days: [\d,]+ MW/)).toBeVisible(SOON)
  await page.getByText('Worst days', { exact: true }).click()
  const table = page.getByRole('table', { name: /errors of the final forecast by day/ })
  await expect(table).toBeVisible()
  await expectAccessible(page)
  // Complete beside the table of hours, and beside the hours of the accuracy.
  const isCut = () => table.evaluate((all) => all.scrollWidth > (all.parentElement?.clientWidth ?? 0))
  expect(await isCut()).toBe(false)
  await page.goto('/model?accuracy=28&country=de')
  await expect(table).toBeVisible(SOON)
  expect(await isCut()).toBe(false)
})

test('a failed answer can be asked for again', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/)
  await page.route('**/api/v1/leaders?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/model?accuracy=28')
  await expect(panel(page).getByText('The accuracy of the countries could not be loaded.')).toBeVisible()
  // Without values there is no file to save.
  const files = page.getByRole('button', { name: 'Options for the accuracy' })
  await expect(files).toBeHidden()
  await page.unroute('**/api/v1/leaders?*')
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page).getByRole('rowheader', { name: 'Germany' })).toBeVisible()
  await expect(files).toBeVisible()
})
