import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/testing/test.ts'

async function topOfMap(page: Page): Promise<number> {
  await expect(page.locator('.map-label')).toHaveCount(13)
  const box = await page.locator('.leaflet-container').boundingBox()
  if (box === null) throw new Error('the page has no map')
  return box.y
}

for (const width of [1280, 390]) {
  test(`the map stays where it is when the runs of the day arrive, ${width} px wide`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/energia/runs', async (route) => {
      await released
      await route.continue()
    })
    const arrived = page.waitForResponse('**/energia/runs')
    await page.goto('/model')
    const before = await topOfMap(page)
    release()
    await arrived
    await expect(page.getByText(/· (run of|As of) /).filter({ visible: true })).toBeVisible()
    expect(await topOfMap(page)).toBe(before)
  })
}
