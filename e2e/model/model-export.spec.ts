import { chooseEntry, saveFile, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test('the day of a country is saved as CSV and PNG, and its link copied', async ({ page, hand }) => {
  await page.goto('/model?country=de&hour=7')
  await expect(page.locator('.chart-mark').first()).toBeVisible()
  const csv = await saveFile(page, hand, 'Options for Germany', 'Download CSV')
  expect(csv.name).toMatch(/^forecast_de_\d{4}-\d{2}-\d{2}\.csv$/)
  expect(csv.lines[0]).toContain('Final_Value (MW, Demo data)')
  expect(csv.lines).toHaveLength(25)
  const png = await saveFile(page, hand, 'Options for Germany', 'Download PNG')
  expect(png.name).toMatch(/\.png$/)
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG')
  await chooseEntry(page, hand, 'Options for Germany', 'Copy link')
  await expect(page.getByText('Link copied')).toBeVisible()
  // Day and zone are in the link, so that it shows the same later and elsewhere.
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/model\?country=de&hour=7&day=\d{4}-\d\d-\d\d&tz=Europe\/Berlin$/,
  )
})
