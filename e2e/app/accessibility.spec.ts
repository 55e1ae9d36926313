import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { expect, test } from '#e2e/testing/test.ts'

interface Screen {
  title: string
  path: string
  /** Brings the screen into the state to check. */
  prepare?: (page: Page) => Promise<void>
}

const runQuery = async (page: Page) => {
  await page.getByRole('button', { name: 'Run Query' }).first().click()
  await expect(page.getByRole('button', { name: /^Actual/ }).first()).toBeVisible()
}
const failing = (path: string) => async (page: Page) => {
  await page.route(path, (route) => route.fulfill({ status: 500, body: '' }))
}

const SCREENS: Screen[] = [
  { title: 'home', path: '/home' },
  { title: 'not found', path: '/nowhere' },
  { title: 'dashboard, empty card', path: '/dashboard' },
  { title: 'dashboard, with data', path: '/dashboard', prepare: runQuery },
  {
    title: 'dashboard, failed query',
    path: '/dashboard',
    prepare: async (page) => {
      await failing('**/energia/common-query')(page)
      await page.getByRole('button', { name: 'Run Query' }).click()
      await expect(page.getByText('Whoops, something went wrong')).toBeVisible()
    },
  },
  {
    title: 'dashboard, open calendar',
    path: '/dashboard',
    prepare: async (page) => {
      await page.getByRole('button', { name: /\d{4}.*\d{4}/ }).click()
      await expect(page.getByRole('grid')).toBeVisible()
    },
  },
  {
    title: 'dashboard, open area list',
    path: '/dashboard',
    prepare: async (page) => {
      await page.getByRole('button', { name: /Central Western Europe/ }).click()
      await expect(page.getByRole('listbox')).toBeVisible()
    },
  },
  {
    title: 'model',
    path: '/model',
    prepare: async (page) => {
      await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
    },
  },
  {
    title: 'model, country chosen',
    path: '/model',
    prepare: async (page) => {
      await page
        .getByRole('list')
        .getByRole('button', { name: /Germany/ })
        .click()
      await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
    },
  },
]

for (const width of [1280, 320]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })

    test('sign-in is accessible and does not scroll sideways', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await expect(page.getByText('Please enter both username and password.')).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })

    for (const { title, path, prepare } of SCREENS) {
      test(`${title} is accessible and does not scroll sideways`, async ({ signedIn: page, watch }) => {
        watch.expected.push(/Failed to load resource/)
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await prepare?.(page)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      })
    }
  })
}

test.describe('the menu of a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })
  test('is accessible', async ({ signedIn: page }) => {
    await page.goto('/home')
    await page.getByRole('banner').getByRole('button', { name: /menu/i }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })
})

test('the whole way by keyboard: sign in, choose, query, read a value, map, sign out', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Username').focus()
  await page.keyboard.type('analyst')
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')

  const reach = async (name: RegExp | string, role: 'button' | 'link' | 'slider' = 'button') => {
    const target = page.getByRole(role, { name }).first()
    await expect(target).toBeVisible()
    for (let step = 0; step < 80; step += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        const outline = await target.evaluate((element) => getComputedStyle(element).outlineWidth)
        const ring = await target.evaluate((element) => getComputedStyle(element).boxShadow)
        expect(Number.parseFloat(outline) >= 2 || ring !== 'none', `${String(name)} shows its focus`).toBe(
          true,
        )
        return
      }
      await page.keyboard.press('Tab')
    }
    throw new Error(`${String(name)} cannot be reached by Tab`)
  }
  await reach('Dashboard', 'link')
  await page.keyboard.press('Enter')
  await reach(/Central Western Europe/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.type('Poland')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /Poland/ })).toBeVisible()
  await reach('Run Query')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Actual/ })).toBeVisible()
  await reach('Model', 'link')
  await page.keyboard.press('Enter')
  await reach(/Germany/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await reach('Logout')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})
