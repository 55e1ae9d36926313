import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/testing/test.ts'

const CHOICE = { name: 'Before the auction' }

/** Holds back what the page asks about runs, and returns a function that lets the answers through. */
async function holdRuns(page: Page, changes: { kinds: string[]; runs?: object } | null): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  if (changes === null) {
    await page.route('**/energia/status', async (route) => {
      await released
      await route.fulfill({ status: 404, json: {} })
    })
  }
  await page.route('**/energia/runs', async (route) => {
    await released
    const answer = await route.fetch()
    const json: unknown = await answer.json()
    await route.fulfill({ json: Object.assign({}, json, changes) })
  })
  return release
}

async function topOfMap(page: Page): Promise<number> {
  await expect(page.locator('.map-label')).toHaveCount(13)
  const box = await page.locator('.leaflet-container').boundingBox()
  if (box === null) throw new Error('the page has no map')
  return box.y
}

/** Where the browser will paint the map of the next visit. */
async function keptTop(page: Page): Promise<unknown> {
  const place = await page.evaluate(() => localStorage.getItem('modelMapPlace'))
  return place === null ? null : JSON.parse(place).top
}

for (const width of [1280, 1024, 390, 320]) {
  for (const [day, changes] of [
    ['with two kinds of run', { kinds: ['early', 'complete'] }],
    ['with one kind of run', { kinds: ['complete'] }],
    ['without runs', { kinds: [], runs: {} }],
  ] as const) {
    test(`the map stays where it is when the runs of a day ${day} arrive, ${width} px wide`, async ({
      signedIn: page,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      const release = await holdRuns(page, { ...changes, kinds: [...changes.kinds] })
      await page.goto('/model')
      const before = await topOfMap(page)
      await expect(page.getByText('Delivery day', { exact: true })).toBeVisible()
      await expect(page.getByRole('radio', CHOICE)).toHaveCount(0)
      expect(await keptTop(page)).toBeNull()
      release()
      await expect(page.getByRole('radio', CHOICE)).toBeEnabled({ enabled: changes.kinds.length === 2 })
      await expect(page.getByRole('button', { name: 'Accuracy over time' })).toBeVisible()
      expect(await topOfMap(page)).toBe(before)
      await expect.poll(() => keptTop(page)).toBe(before)
    })
  }
}

for (const width of [1280, 390]) {
  test(`from the second visit on the map stays where it is on a backend without runs, ${width} px wide`, async ({
    signedIn: page,
    watch,
  }) => {
    watch.expected.push(/404/)
    await page.setViewportSize({ width, height: 900 })
    const release = await holdRuns(page, null)
    await page.goto('/model')
    await topOfMap(page)
    expect(await keptTop(page)).toBeNull()
    release()
    await expect(page.getByText('Delivery day', { exact: true })).toHaveCount(0)
    await expect.poll(() => keptTop(page)).not.toBeNull()
    const first = await topOfMap(page)
    expect(await keptTop(page)).toBe(first)

    await page.unroute('**/energia/status')
    const releaseSecond = await holdRuns(page, null)
    await page.goto('/model')
    await expect(page.getByRole('radio', { name: 'Final value' })).toBeVisible()
    expect(await topOfMap(page)).toBe(first)
    const answered = page.waitForResponse('**/energia/status')
    releaseSecond()
    await answered
    await expect(page.getByText(/newest run of/)).toHaveCount(0)
    await expect(page.getByText('Before the auction')).toHaveCount(0)
    expect(await topOfMap(page)).toBe(first)
  })
}
