import type { Page } from '@playwright/test'

import { DATA_DAYS_PATH } from '#contract/data-days.ts'
import { card, chart, titles } from '#e2e/testing/cards.ts'
import { openMap } from '#e2e/testing/model.ts'
import { answerWithEntries, PAGES } from '#e2e/testing/pages.ts'
import { printPage } from '#e2e/testing/paper.ts'
import { expect, SOON, test } from '#e2e/testing/test.ts'

/** Smallest figure that is legible on paper. */
const LEAST_PT = 6.5

test.use({ colorScheme: 'dark' })

/** Dashboards and countries are printed in other tests below. */
const APART = /^\/(dashboard|model($|\?metric))/
/** Wide tables print in landscape. */
const WIDE = /glance|^\/data/

/** Prints a page and expects light, complete and legible sheets. Returns their number. */
async function expectReadablePaper(page: Page, isWide: boolean): Promise<number> {
  // The source of the values is unknown before this.
  await expect(page.getByText('Demo data').first()).toBeVisible()
  const { texts, sheets } = await printPage(page)
  for (const [index, { png }] of sheets.entries())
    await test.info().attach(`sheet ${index + 1}`, { body: png, contentType: 'image/png' })
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter(({ sizePt }) => sizePt < LEAST_PT)).toEqual([])
  for (const [index, { png, inkShare, marginInkShare }] of sheets.entries()) {
    // The foot has title, source and time of printing.
    const written = texts.filter(({ sheet }) => sheet === index + 1).map(({ text }) => text)
    const text = written.join(' ')
    expect(text).toMatch(/· (Energy Metrics|Model) · Demo data\b/)
    expect(text).toMatch(/Printed \w+ \d+, \d+, \d\d:\d\d CES?T · Sheet/)
    expect(text).toContain(`Sheet ${index + 1} of ${sheets.length}`)
    expect(marginInkShare).toBe(0)
    expect(inkShare).toBeGreaterThan(0.002)
    expect(inkShare).toBeLessThan(0.6)
    expect(png.readUInt32BE(16) > png.readUInt32BE(20)).toBe(isWide)
  }
  return sheets.length
}

for (const { path, ready } of PAGES.filter((each) => !APART.test(each.path)))
  test(`on paper ${path} is light, whole between its margins, and large enough to read`, async ({ page }) => {
    await page.route('**/energia/**', answerWithEntries)
    await page.goto(path)
    await ready(page)
    await expectReadablePaper(page, WIDE.test(path))
  })

test('a page that is printed before its settings came says where its values come from', async ({ page }) => {
  await page.route('**/settings.json', () => {})
  await page.goto('/account/password')
  await expectReadablePaper(page, false)
})

/** Letter paper is shorter than A4: what fits on it fits on A4. */
for (const path of ['/model?country=de', '/model?country=de&metric=against-tso'])
  test(`on letter paper ${path} takes two sheets, whose text and charts can be read`, async ({ page }) => {
    // Prints before the data warnings arrive.
    await page.route(`**${DATA_DAYS_PATH}**`, () => {})
    await openMap(page, path)
    await expect(page.getByText(/^Mean error of the last/)).toBeVisible(SOON)
    await expect(page.locator('figure canvas')).toHaveCount(1)
    expect(await expectReadablePaper(page, false)).toBe(2)
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    for (const plot of await page.locator('.chart-plot').all())
      expect((await plot.boundingBox())?.height).toBeGreaterThanOrEqual(180)
  })

test('on paper the dashboard is light, without controls and large enough to read', async ({ page }) => {
  await page.goto('/dashboard?v=1&g=DE,wind,H,-6d,0d,run&g=AT,wind,H,-6d,0d,run,heat')
  for (const position of [1, 2]) await expect(chart(page, position).locator('canvas')).toBeVisible()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = await background()
  /** Drawn for the paper's width: a canvas that is only scaled down has illegible letters. */
  const width = (position: number) =>
    chart(page, position)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => canvas.width / devicePixelRatio)
  const wide = await width(1)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await background()).not.toBe(dark)
  for (const control of ['Add Graph', 'Run all', 'Run Query', 'Zoom in', 'Options of graph 1'])
    await expect(page.getByRole('button', { name: control }).first()).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('html')).toHaveCSS('print-color-adjust', 'exact')
  for (const position of [1, 2]) {
    await expect(titles(page).nth(position - 1)).toBeVisible()
    expect(await width(position)).toBeLessThan(700)
    const cut = await card(page, position).evaluate((element) => getComputedStyle(element).breakInside)
    expect(cut).toBe('avoid')
  }
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(background).toBe(dark)
  await expect.poll(() => width(1)).toBe(wide)
  await expect(page.getByRole('button', { name: 'Add Graph' })).toBeVisible()

  expect(await expectReadablePaper(page, false)).toBe(1)
  expect(await background()).toBe(dark)
})
