import { readFile } from 'node:fs/promises'

import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

test('the day of a country is saved as CSV and PNG, and its link copied', async ({ page, hand, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/model?country=de&hour=7')
  const menu = page.getByRole('button', { name: 'Options for Germany' })
  await expect(page.locator('.chart-mark').first()).toBeVisible()

  await hand.press(menu)
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    hand.take(page.getByRole('menuitem', { name: 'Download CSV' })),
  ])
  expect(csv.suggestedFilename()).toMatch(/^forecast_de_\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await csv.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toContain('Final_Value (MW, Demo data)')
  expect(lines).toHaveLength(25)

  await hand.press(menu)
  const [png] = await Promise.all([
    page.waitForEvent('download'),
    hand.take(page.getByRole('menuitem', { name: 'Download PNG' })),
  ])
  expect(png.suggestedFilename()).toMatch(/\.png$/)
  expect((await readFile(await png.path())).subarray(1, 4).toString()).toBe('PNG')

  await hand.press(menu)
  await hand.take(page.getByRole('menuitem', { name: 'Copy link' }))
  await expect(page.getByText('Link copied')).toBeVisible()
  // The link names the day and the zone, so that it shows the same to someone who opens it later and elsewhere.
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/model\?country=de&hour=7&day=\d{4}-\d\d-\d\d&tz=Europe\/Berlin$/,
  )
})
