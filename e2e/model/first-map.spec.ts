import type { Page } from '@playwright/test'

import { expect, test } from '#e2e/testing/test.ts'

const APPLICATION = '**/assets/application-*.js'

/** Opens the model page once, so that the browser knows where it shows the map, then holds the application back. */
async function holdApplication(page: Page): Promise<() => void> {
  await page.goto('/model')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('modelMapPlace'))).not.toBeNull()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(APPLICATION, async (route) => {
    await released
    await route.continue()
  })
  return release
}

for (const width of [1280, 390]) {
  test(`the map is painted before the page, which takes it over, ${width} px wide`, async ({
    signedIn: page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const release = await holdApplication(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // Again if the answers took too long, as they may on a busy machine.
    await expect(async () => {
      asked.length = 0
      await page.goto('/model', { waitUntil: 'commit' })
      await expect(page.locator('.map-label')).toHaveCount(13, { timeout: 2000 })
    }).toPass()
    await expect(page.getByRole('heading', { name: 'Model' })).toBeHidden()
    const map = page.getByRole('application', { name: 'Map of the forecast' })
    const before = await map.boundingBox()
    const first = await map.elementHandle()
    const values = await page.locator('.map-label').allTextContents()

    release()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(await map.evaluate((shown, painted) => shown === painted, first)).toBe(true)
    expect(await map.boundingBox()).toEqual(before)
    expect(await page.locator('.map-label').allTextContents()).toEqual(values)
    expect(asked.filter((path) => path === '/energia/tab-2')).toHaveLength(1)
    expect(asked.filter((path) => path === '/map.geo.json')).toHaveLength(1)

    await page.locator('path[data-code="DEU"]').dispatchEvent('click')
    await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  })
}

test('an address with a choice, and a window of another width, wait for the page', async ({
  signedIn: page,
}) => {
  const release = await holdApplication(page)
  const reached = () => page.waitForRequest(APPLICATION)
  for (const [path, width] of [
    ['/model?hour=12', 1280],
    ['/model', 1000],
  ] as const) {
    await page.setViewportSize({ width, height: 720 })
    const asked = reached()
    await page.goto(path, { waitUntil: 'commit' })
    await asked
    await expect(page.locator('.leaflet-container')).toHaveCount(0)
  }
  release()
  await expect(page.locator('.map-label')).toHaveCount(13)
})

test('a refused session leads to the sign-in page and leaves no map', async ({ signedIn: page, watch }) => {
  watch.expected.push(/401/)
  const release = await holdApplication(page)
  release()
  await page.route('**/energia/**', (route) => route.fulfill({ status: 401, json: {} }))
  await page.goto('/model')
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.locator('.leaflet-container')).toHaveCount(0)
})

for (const [fault, answer] of [
  ['without an answer', { status: 503, json: {} }],
  ['with an answer of another kind', { status: 200, json: { de: { '00:00': 5 } } }],
] as const) {
  test(`${fault} the page says what is wrong`, async ({ signedIn: page, watch }) => {
    watch.expected.push(/503/, /ApiError|could not|cannot be read/)
    const release = await holdApplication(page)
    release()
    await page.route('**/energia/tab-2', (route) => route.fulfill(answer))
    await page.goto('/model')
    await expect(page.getByText('Whoops something went wrong')).toBeVisible()
    await expect(page.locator('.map-label')).toHaveCount(0)
  })
}
