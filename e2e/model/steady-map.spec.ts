import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/testing/test.ts'

const RUN_CHOICE = 'Before the auction'

/** Holds the answer with the runs back, and returns a function that lets it through. */
async function holdRuns(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/energia/runs', async (route) => {
    await released
    const answer = await route.fetch()
    const json: unknown = await answer.json()
    // A fresh server may have made only one kind yet.
    await route.fulfill({ json: Object.assign({}, json, { kinds: ['early', 'complete'] }) })
  })
  return release
}

async function topOfMap(page: Page): Promise<number> {
  const box = await page.locator('.leaflet-container').boundingBox()
  if (box === null) throw new Error('the page has no map')
  return box.y
}

for (const width of [1280, 1024, 390]) {
  test(`the map stays where it is when the runs arrive, ${width} px wide`, async ({ signedIn: page }) => {
    await page.setViewportSize({ width, height: 900 })
    const release = await holdRuns(page)
    await page.goto('/model')
    await expect(page.locator('.map-label')).toHaveCount(13)
    await expect(page.getByText('Delivery day', { exact: true })).toBeVisible()
    await expect(page.getByText(RUN_CHOICE)).toBeHidden()
    const before = await topOfMap(page)
    release()
    await expect(page.getByText(RUN_CHOICE)).toBeVisible()
    await expect(page.getByText(/newest run of/)).toBeVisible()
    expect(await topOfMap(page)).toBe(before)
  })
}

test('no place is kept on a backend without runs', async ({ signedIn: page, watch }) => {
  watch.expected.push(/404/)
  await page.route('**/energia/status', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto('/model')
  await expect(page.locator('.map-label')).toHaveCount(13)
  await expect(page.getByText(RUN_CHOICE)).toHaveCount(0)
  await expect(page.getByText(/newest run of/)).toHaveCount(0)
})
