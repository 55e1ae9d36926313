import type { Locator, Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { QUERY, runButton } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

interface Screen {
  title: string
  path: string
  /** Brings the screen into the state to check. */
  prepare?: (page: Page) => Promise<void>
  shows: (page: Page) => Locator
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

const SCREENS: Screen[] = [
  { title: 'home', path: '/home', shows: heading },
  { title: 'not found', path: '/nowhere', shows: heading },
  { title: 'dashboard, empty card', path: '/dashboard', shows: heading },
  {
    title: 'dashboard, with data',
    path: '/dashboard',
    prepare: (page) => runButton(page).click(),
    shows: (page) => page.getByRole('button', { name: /^Actual/ }),
  },
  {
    title: 'dashboard, failed query',
    path: '/dashboard',
    prepare: async (page) => {
      await page.route(QUERY, (route) => route.fulfill({ status: 500, body: '' }))
      await runButton(page).click()
    },
    shows: (page) => page.getByText('Whoops, something went wrong'),
  },
  {
    title: 'dashboard, open calendar',
    path: '/dashboard',
    prepare: (page) => page.getByRole('button', { name: /\d{4}.*\d{4}/ }).click(),
    shows: (page) => page.getByRole('grid'),
  },
  {
    title: 'dashboard, open area list',
    path: '/dashboard',
    prepare: (page) => page.getByRole('button', { name: /Central Western Europe/ }).click(),
    shows: (page) => page.getByRole('listbox'),
  },
  { title: 'model', path: '/model', shows: (page) => page.locator('.leaflet-tooltip').nth(12) },
  {
    title: 'model, country chosen',
    path: '/model',
    prepare: (page) =>
      page
        .getByRole('list')
        .getByRole('button', { name: /Germany/ })
        .click(),
    shows: (page) => page.getByRole('heading', { name: 'Data for: Germany' }),
  },
]

test.describe('at 1280 and at 320 px', () => {
  test.use({ viewport: { width: 1280, height: 900 } })

  async function expectSound(page: Page): Promise<void> {
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  async function makeNarrow(page: Page): Promise<void> {
    await page.setViewportSize({ width: 320, height: 900 })
    await page.waitForFunction(() => document.documentElement.clientWidth === 320)
  }

  test('sign-in is accessible and does not scroll sideways', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Please enter both username and password.')).toBeVisible()
    await expectSound(page)
    await makeNarrow(page)
    await expectSound(page)
  })

  for (const { title, path, prepare, shows } of SCREENS) {
    test(`${title} is accessible and does not scroll sideways`, async ({ page, watch }) => {
      watch.expected.push(/Failed to load resource/)
      await page.goto(path)
      await expect(heading(page)).toBeVisible()
      await prepare?.(page)
      await expect(shows(page)).toBeVisible()
      await expectSound(page)
      await makeNarrow(page)
      await expect(shows(page)).toBeVisible()
      // Out of sight of the bar that stays at the window's foot, which would cover controls of the map.
      await shows(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await expectSound(page)
    })
  }
})

test.describe('the menu of a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })
  test('is accessible', async ({ page }) => {
    await page.goto('/home')
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
})
