import type { Page } from '@playwright/test'

import { chart } from '#e2e/testing/graphs.ts'
import { printPage } from '#e2e/testing/paper.ts'
import { expect, test } from '#e2e/testing/test.ts'

/** Below it figures cannot be read on paper. */
const LEAST_PT = 6.5
const SOON = { timeout: 120_000 }

const PAGES: readonly { path: string; isWide: boolean; ready: (page: Page) => Promise<void> }[] = [
  {
    path: '/home',
    isWide: false,
    ready: (page) => expect(page.getByText(/^Our error/)).toBeVisible(SOON),
  },
  {
    path: '/dashboard?v=1&g=DE,wind,H,-6d,0d,run&g=AT,wind,H,-6d,0d,run,heat',
    isWide: false,
    async ready(page) {
      for (const position of [1, 2]) await expect(chart(page, position).locator('canvas')).toBeVisible()
      await expect(page.getByRole('table', { name: /^Curves/ })).toBeVisible()
    },
  },
  {
    path: '/model?country=de',
    isWide: false,
    async ready(page) {
      await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
      await expect(page.getByRole('heading', { name: /^Final value vs/ })).toBeVisible(SOON)
      await expect(page.locator('figure canvas')).toHaveCount(2)
    },
  },
  {
    path: '/model?glance=final',
    isWide: true,
    ready: (page) => expect(page.getByRole('gridcell')).toHaveCount(13 * 24),
  },
  {
    path: '/model?glance=sheet',
    isWide: true,
    ready: (page) => expect(page.getByRole('rowheader', { name: 'Residual load' })).toHaveCount(14),
  },
  {
    path: '/model?accuracy=28&country=de',
    isWide: false,
    ready: (page) => expect(page.getByRole('rowheader', { name: '23:00' })).toBeVisible(SOON),
  },
  {
    path: '/account',
    isWide: false,
    ready: (page) => expect(page.getByText('You have no keys yet.')).toBeVisible(),
  },
  {
    path: '/data',
    isWide: true,
    ready: (page) => expect(page.getByRole('rowheader', { name: 'Germany' })).toBeVisible(),
  },
]

for (const { path, isWide, ready } of PAGES) {
  test(`on paper ${path} is light, whole between its margins, and large enough to read`, async ({
    signedIn: page,
  }, info) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(path)
    await ready(page)
    const { texts, sheets } = await printPage(page)
    for (const [index, { png }] of sheets.entries())
      await info.attach(`sheet ${index + 1}`, { body: png, contentType: 'image/png' })
    const small = texts.filter(({ sizePt }) => sizePt < LEAST_PT)
    expect(small).toEqual([])
    for (const { png, inkShare, marginInkShare } of sheets) {
      expect(marginInkShare).toBe(0)
      expect(inkShare).toBeGreaterThan(0.002)
      expect(inkShare).toBeLessThan(0.6)
      expect(png.readUInt32BE(16) > png.readUInt32BE(20)).toBe(isWide)
    }
  })
}
